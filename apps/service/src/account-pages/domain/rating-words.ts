import { leaderboardOptions } from '../../leaderboard/domain/options.ts';
import {
  ageDivisions,
  categories,
  OPEN_DIVISION,
  PRIMARY_BRACKET,
} from '../../ratings/domain/brackets.ts';

/** A rating as it is written: three decimals, always. */
export function ratingText(rating: number): string {
  return rating.toFixed(3);
}

/** By how much a rating changed, with its sign. */
export function changeText(change: number): string {
  const text = Math.abs(change).toFixed(3);
  if (Number(text) === 0) return '±0.000';
  return `${change < 0 ? '−' : '+'}${text}`;
}

const reliabilities = [
  { from: 0.75, words: 'Very well known' },
  { from: 0.5, words: 'Well known' },
  { from: 0.2, words: 'Still settling' },
  { from: 0, words: 'A first guess' },
] as const;

/** How far a rating can be trusted, in words. */
export function reliabilityWords(reliability: number): string {
  return reliabilities.find(({ from }) => reliability >= from)?.words ?? 'A first guess';
}

export function percentText(share: number): string {
  return `${Math.round(100 * share)}%`;
}

export function countWords(count: number, one: string): string {
  return count === 1 ? `1 ${one}` : `${count.toLocaleString('en-GB')} ${one}s`;
}

const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });
const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** "12th of 214". */
export function rankWords({ rank, total }: { rank: number; total: number }): string {
  const ending = endings[ordinals.select(rank)] ?? 'th';
  return `${rank.toLocaleString('en-GB')}${ending} of ${total.toLocaleString('en-GB')}`;
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
