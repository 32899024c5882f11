import type { Schemas } from '@partner-rating/server';
import { PRIMARY_BRACKET } from './brackets.ts';

export interface RatedBracket {
  sport: string;
  bracket: string;
  rating: number;
  reliability: number;
  games: number;
}

/** The ratings of one player in one sport by bracket key, the primary one first. */
export function splits(ratings: readonly RatedBracket[]): Record<string, Schemas.SplitRating> {
  const ordered = ratings.toSorted((one, other) => compareBrackets(one.bracket, other.bracket));
  return Object.fromEntries(ordered.map((row) => [row.bracket, toSplit(row)]));
}

function toSplit({ rating, reliability, games }: RatedBracket): Schemas.SplitRating {
  return { R: rating, reliability, games };
}

function compareBrackets(one: string, other: string): number {
  if (one === other) return 0;
  if (one === PRIMARY_BRACKET) return -1;
  if (other === PRIMARY_BRACKET) return 1;
  return one < other ? -1 : 1;
}
