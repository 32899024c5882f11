import type { Schemas } from '@partner-rating/server';
import { reliabilityAfterAbsence } from './absence.ts';
import { PRIMARY_BRACKET } from './brackets.ts';

export interface RatedBracket {
  sport: string;
  bracket: string;
  rating: number;
  /** After the last match, and when that was, in milliseconds since 1970. */
  reliability: number;
  lastPlayed: number | null;
  games: number;
}

/** The ratings of one player in one sport by bracket key at a time, the primary one first. */
export function splits(
  ratings: readonly RatedBracket[],
  at: Date,
): Record<string, Schemas.SplitRating> {
  const ordered = ratings.toSorted((one, other) => compareBrackets(one.bracket, other.bracket));
  return Object.fromEntries(ordered.map((row) => [row.bracket, toSplit(row, at)]));
}

function toSplit(
  { sport, rating, reliability, lastPlayed, games }: RatedBracket,
  at: Date,
): Schemas.SplitRating {
  const absence = { sport, lastPlayed, at: at.getTime() };
  return { R: rating, reliability: reliabilityAfterAbsence(reliability, absence), games };
}

function compareBrackets(one: string, other: string): number {
  if (one === PRIMARY_BRACKET) return -1;
  if (other === PRIMARY_BRACKET) return 1;
  return one < other ? -1 : 1;
}
