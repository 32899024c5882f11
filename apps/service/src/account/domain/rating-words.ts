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
import { type BoardChoice, toBoard } from '../../leaderboards/domain/board.ts';
import type { Board } from '../../leaderboards/store/board.ts';
import type { MemberRow } from '../../platform/database/schema.ts';
import { countryName, decimalText } from '../../platform/pages/domain/locale.ts';
import { accountTexts } from './texts.ts';

/** Writes a rating, always with three decimals. */
export function ratingText(rating: number): string {
  return decimalText(rating, 3);
}

/** Writes the change of a rating, with its sign. */
export function changeText(change: number): string {
  const size = Math.abs(change);
  const sign = size < 0.0005 ? '±' : change < 0 ? '−' : '+';
  return `${sign}${decimalText(size, 3)}`;
}

// For each of these words, the guide to ratings says how far such ratings are from the true strengths.
const reliabilities = [
  { from: 0.9, word: 'solid' },
  { from: 0.75, word: 'wellKnown' },
  { from: PROVISIONAL_BELOW, word: 'settling' },
] as const;

/** Says in words how reliable a rating is. */
export function reliabilityWords(reliability: number): string {
  const reached = reliabilities.find(({ from }) => reliability >= from);
  return accountTexts().rating.reliabilities[reached?.word ?? 'firstGuess'];
}

/** Returns whether a rating is shown as provisional, because it is often far off. */
export function isProvisional(reliability: number): boolean {
  return reliability < PROVISIONAL_BELOW;
}

// In a simulated league, whose true ratings are known, the range contains the true rating in at least two of three
// cases, for any reliability.
const LIKELY_DEVIATIONS = 1.2;

/** Returns the likely range of the true rating. */
export function likelyRange({ mu, sigma }: Pick<Skill, 'mu' | 'sigma'>): {
  low: number;
  high: number;
} {
  const margin = LIKELY_DEVIATIONS * sigma;
  return { low: ratingOf(mu - margin), high: ratingOf(mu + margin) };
}

/** Writes the likely range of the true rating. */
export function bandText({ low, high }: { low: number; high: number }): string {
  return `${decimalText(low, 2)}–${decimalText(high, 2)}`;
}

/** Describes the matches of a bracket. */
export function bracketWords(bracket: string): string {
  const [category, division] = splitKey(bracket);
  const texts = accountTexts().brackets;
  const categoryNames: Readonly<Record<string, string>> = texts.categories;
  const name = categoryNames[category] ?? category;
  return division === OPEN_DIVISION ? name : texts.ofAges(name, ageWords(division));
}

function ageWords(division: string): string {
  const { ages, agesFrom } = accountTexts().brackets;
  const known = ageDivisions.find(({ key }) => key === division);
  if (known === undefined) return division;
  return Number.isFinite(known.to) ? ages(known.from, known.to) : agesFrom(known.from);
}

/** Sorts the primary bracket first, then by category, each from all ages to the oldest. */
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
  /** Describes where its players live. */
  where: string;
}

type Home = Pick<MemberRow, 'city' | 'state' | 'country'>;

type Location = Pick<BoardChoice, 'scope' | 'country' | 'state' | 'city'>;

/** Returns the boards of a sport: of the primary bracket from near to far, and of the others worldwide. */
export function ownBoards(home: Home, sport: string, brackets: readonly string[]): OwnBoard[] {
  return brackets.flatMap((bracket) => {
    const all = locationsOf(home);
    const locations = bracket === PRIMARY_BRACKET ? all : all.slice(-1);
    return locations.map(({ where, ...location }) => ({
      board: boardOf(sport, bracket, location),
      where,
    }));
  });
}

/** Describes where somebody lives, from near to far. Null if it is not known. */
export function locationWords({ city, state, country }: Home): string | null {
  const locations = [city, state, country === null ? null : countryName(country)];
  return locations.filter((location) => location !== null).join(', ') || null;
}

function locationsOf({ city, state, country }: Home): (Location & { where: string })[] {
  const everywhere = { scope: 'global', where: accountTexts().rating.everywhere } as const;
  if (country === null) return [everywhere];
  const ofState = state === null ? {} : { state };
  return [
    ...(city === null ? [] : [{ scope: 'city', country, ...ofState, city, where: city } as const]),
    ...(state === null ? [] : [{ scope: 'state', country, state, where: state } as const]),
    { scope: 'country', country, where: countryName(country) },
    everywhere,
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

/** The player's answer to the result, and the state of its match. */
interface ResultState {
  isDenied: boolean;
  isVoided: boolean;
  isHeld: boolean;
}

/** Says in a sentence to its player why a result moved the rating, or why not. */
export function reasonWords(explanation: Explanation, state: ResultState): string {
  const { reasons } = accountTexts().result;
  switch (explanation.reason) {
    case 'moved':
      return isRise(explanation) ? reasons.rose : reasons.fell;
    case 'as_expected':
      return reasons.asExpected;
    case 'limited':
      return explanation.withheld > 0 ? reasons.winLimited : reasons.lossLimited;
    case 'contradicted':
      return reasons.contradicted;
    case 'unconfirmed':
      return state.isDenied ? reasons.denied : reasons.unconfirmed;
    case 'not_rated':
      if (state.isVoided) return reasons.voided;
      return state.isHeld ? reasons.held : reasons.noGame;
  }
}

function isRise({ ratingBefore, ratingAfter }: Explanation): boolean {
  return (ratingAfter ?? 0) > (ratingBefore ?? 0);
}
