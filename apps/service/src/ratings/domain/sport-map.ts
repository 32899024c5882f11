import type { Schemas } from '@partner-rating/server';
import { PRIMARY_BRACKET } from './brackets.ts';

export interface RatedBracket {
  sport: string;
  bracket: string;
  rating: number;
  reliability: number;
  games: number;
}

/** A player's ratings as they are sent: by sport, with the primary rating on top of its splits. */
export function sportMap(ratings: readonly RatedBracket[]): Record<string, Schemas.SportRating> {
  const bySport = Map.groupBy(ratings, (row) => row.sport);
  return Object.fromEntries(
    [...bySport].flatMap(([sport, rows]) => {
      const primary = rows.find((row) => row.bracket === PRIMARY_BRACKET);
      return primary === undefined ? [] : [[sport, { ...toSplit(primary), splits: splits(rows) }]];
    }),
  );
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
