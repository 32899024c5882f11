import {
  ageDivisions,
  categories,
  OPEN_DIVISION,
  PRIMARY_BRACKET,
  PROVISIONAL_BELOW,
  ratingOf,
  type Skill,
} from '@partner-rating/ratings';
import type { Schemas } from '@partner-rating/server';
import { type BoardChoice, leaderboardOptions, toBoard } from '../../leaderboards/domain/board.ts';
import type { Board } from '../../leaderboards/store/board.ts';
import type { MemberRow } from '../../platform/database/schema.ts';
import { countText, decimalText, plural } from '../../platform/pages/domain/locale.ts';

/** A rating as it is written: three decimals, always. */
export function ratingText(rating: number): string {
  return decimalText(rating, 3);
}

/** By how much a rating changed, with its sign. */
export function changeText(change: number): string {
  const size = Math.abs(change);
  const sign = size < 0.0005 ? '±' : change < 0 ? '−' : '+';
  return `${sign}${decimalText(size, 3)}`;
}

// How far ratings of each are from the true strengths, the guide to ratings says.
const reliabilities = [
  { from: 0.9, words: 'Solid' },
  { from: 0.75, words: 'Well known' },
  { from: PROVISIONAL_BELOW, words: 'Still settling' },
  { from: 0, words: 'A first guess' },
] as const;

/** How far a rating can be trusted, in words. */
export function reliabilityWords(reliability: number): string {
  return reliabilities.find(({ from }) => reliability >= from)?.words ?? 'A first guess';
}

/** Whether a rating is shown as provisional, because it is often far off. */
export function isProvisional(reliability: number): boolean {
  return reliability < PROVISIONAL_BELOW;
}

// In a league of known skills, the ranges of at least two in three ratings of any reliability hold the true one.
const LIKELY_DEVIATIONS = 1.2;

/** Returns where a true rating is likely to be. */
export function likelyRange({ mu, sigma }: Pick<Skill, 'mu' | 'sigma'>): {
  low: number;
  high: number;
} {
  const margin = LIKELY_DEVIATIONS * sigma;
  return { low: ratingOf(mu - margin), high: ratingOf(mu + margin) };
}

/** Writes where a true rating is likely to be. */
export function bandText({ low, high }: { low: number; high: number }): string {
  return `${decimalText(low, 2)}–${decimalText(high, 2)}`;
}

const counted = {
  game: { one: '{count} game', other: '{count} games' },
  win: { one: '{count} win', other: '{count} wins' },
  winsInARow: { one: '{count} win in a row', other: '{count} wins in a row' },
  lossesInARow: { one: '{count} loss in a row', other: '{count} losses in a row' },
} as const;

/** Writes how many there are of something. */
export function countWords(count: number, what: keyof typeof counted): string {
  return plural(count, counted[what]);
}

const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });

const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** "12th of 214". */
export function rankWords({ rank, total }: { rank: number; total: number }): string {
  const ending = endings[ordinals.select(rank)] ?? 'th';
  return `${countText(rank)}${ending} of ${countText(total)}`;
}

const options = leaderboardOptions([]);

const categoryNames = new Map<string, string>(
  options.categories.map(({ code, name }) => [code, name]),
);

const divisionNames = new Map<string, string>(
  options.ageBrackets.map(({ code, name }) => [code, name]),
);

/** What matches a bracket key stands for. */
export function bracketWords(bracket: string): string {
  const [category, division] = splitKey(bracket);
  const name = categoryNames.get(category) ?? category;
  return division === OPEN_DIVISION ? name : `${name}, ${divisionNames.get(division) ?? division}`;
}

/** The primary bracket first, then by category, each from all ages to the oldest. */
export function inBracketOrder<Row extends { bracket: string }>(rows: readonly Row[]): Row[] {
  return rows.toSorted((one, other) => orderOf(one.bracket) - orderOf(other.bracket));
}

const categoryOrder: readonly string[] = categories;

const divisionOrder: readonly string[] = [OPEN_DIVISION, ...ageDivisions.map(({ key }) => key)];

function orderOf(bracket: string): number {
  if (bracket === PRIMARY_BRACKET) return -1;
  const [category, division] = splitKey(bracket);
  return categoryOrder.indexOf(category) * divisionOrder.length + divisionOrder.indexOf(division);
}

function splitKey(bracket: string): [category: string, division: string] {
  const dash = bracket.indexOf('-');
  return [bracket.slice(0, dash), bracket.slice(dash + 1)];
}

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

/** Where somebody lives, from near to far; null where it is not known. */
export function locationWords({ city, state, country }: Home): string | null {
  const locations = [city, state, country === null ? null : (countries.of(country) ?? country)];
  return locations.filter((location) => location !== null).join(', ') || null;
}

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

type Explanation = Pick<
  Schemas.RatingExplanation,
  'reason' | 'ratingBefore' | 'ratingAfter' | 'withheld'
>;

/** What the player did with the result, and what became of its match. */
interface ResultState {
  isDenied: boolean;
  isVoided: boolean;
  isHeld: boolean;
}

/** Why a result did or did not move the rating of its player, in a sentence to them. */
export function reasonWords(explanation: Explanation, state: ResultState): string {
  switch (explanation.reason) {
    case 'moved':
      return isRise(explanation)
        ? 'You did better than expected, so your rating rose.'
        : 'You did worse than expected, so your rating fell.';
    case 'as_expected':
      return 'You did as well as expected, so your rating stayed.';
    case 'limited':
      return explanation.withheld > 0
        ? 'You won, but by less than expected. A win never lowers your rating, so it stayed.'
        : 'You lost, but by less than expected. A loss never raises your rating, so it stayed.';
    case 'contradicted':
      return 'The finished games show another winner than the report names, so they move no rating.';
    case 'unconfirmed':
      return state.isDenied
        ? 'You said that this was not you, so it does not move your rating.'
        : 'You have not confirmed this result, so it does not move your rating.';
    case 'not_rated':
      return notRatedWords(state);
  }
}

function notRatedWords({ isVoided, isHeld }: ResultState): string {
  if (isVoided) return 'It was taken back, so it does not count.';
  if (isHeld) return 'It may repeat another report, so it does not count for now.';
  return 'No game of it counts, so it does not move your rating.';
}

function isRise({ ratingBefore, ratingAfter }: Explanation): boolean {
  return (ratingAfter ?? 0) > (ratingBefore ?? 0);
}
