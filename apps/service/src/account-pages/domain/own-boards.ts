import { type BoardChoice, toBoard } from '../../leaderboard/domain/board.ts';
import type { Board } from '../../leaderboard/store/board.ts';
import type { MemberRow } from '../../platform/database/schema.ts';
import { PRIMARY_BRACKET } from '../../ratings/domain/brackets.ts';

/** A leaderboard that a player may be on. */
export interface OwnBoard {
  board: Board;
  /** Where its players live, in words. */
  where: string;
}

type Home = Pick<MemberRow, 'city' | 'state' | 'country'>;
type Location = Pick<BoardChoice, 'scope' | 'country' | 'state' | 'city'>;

/** The boards of a sport: of the primary bracket from near to far, and of the others everywhere. */
export function ownBoards(home: Home, sport: string, brackets: readonly string[]): OwnBoard[] {
  return brackets.flatMap((bracket) => {
    const locations = bracket === PRIMARY_BRACKET ? locationsOf(home) : [EVERYWHERE];
    return locations.map(({ where, ...location }) => ({
      board: boardOf(sport, bracket, location),
      where,
    }));
  });
}

const EVERYWHERE = { scope: 'global', where: 'Everywhere' } as const;
const countries = new Intl.DisplayNames('en', { type: 'region' });

function locationsOf({ city, state, country }: Home): (Location & { where: string })[] {
  if (country === null) return [EVERYWHERE];
  const ofState = state === null ? {} : { state };
  return [
    ...(city === null ? [] : [{ scope: 'city', country, ...ofState, city, where: city } as const]),
    ...(state === null ? [] : [{ scope: 'state', country, state, where: state } as const]),
    { scope: 'country', country, where: countries.of(country) ?? country },
    EVERYWHERE,
  ];
}

function boardOf(sport: string, bracket: string, location: Location): Board {
  const dash = bracket.indexOf('-');
  return toBoard({
    ...{ sport, ...location, verifiedOnly: false, minGames: 0 },
    category: bracket.slice(0, dash) as BoardChoice['category'],
    ageBracket: bracket.slice(dash + 1) as BoardChoice['ageBracket'],
  });
}
