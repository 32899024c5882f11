import {
  type ParametersOf,
  PRIMARY_BRACKET,
  reliabilityAfterAbsence,
} from '@partner-rating/ratings';
import type { Schemas } from '@partner-rating/server';
import { displayName } from './player.ts';

export interface UpdatedPlayer {
  id: string;
  member_number: number;
  first_name: string;
  last_name: string;
}

/** A change of one rating. */
export interface ChangedRating {
  previousRating: number | null;
  /** The rating after the change; without values if it was removed. */
  last: {
    memberId: string;
    sport: string;
    bracket: string;
    rating: number | null;
    reliability: number | null;
    lastPlayed: number | null;
    games: number;
  };
}

export interface RatingUpdateCause {
  player: UpdatedPlayer;
  sport: string;
  /** The player's ratings in the sport before the change. */
  before: readonly RatedBracket[];
  changes: readonly ChangedRating[];
  changedAt: Date;
  sequence: number;
  /** The parameters that the ratings follow from. */
  parametersOf: ParametersOf;
}

/**
 * Returns the data of a `rating.updated` event: the whole state after the change, including splits that did not move.
 * Without `user:rating:read`, the receiver learns only that something changed.
 */
export function ratingUpdate(
  cause: RatingUpdateCause,
  mayReadRating: boolean,
): Schemas.RatingUpdate {
  const { player, sport, changedAt, sequence } = cause;
  return {
    memberId: player.member_number,
    id: player.id,
    displayName: displayName(player),
    sport,
    ...(mayReadRating && ratingFields(cause)),
    changedAt: changedAt.toISOString(),
    sequence,
  };
}

function ratingFields({ before, changes, changedAt, parametersOf }: RatingUpdateCause) {
  const after = new Map<string, RatedBracket>(before.map((row) => [row.bracket, row]));
  for (const { last } of changes) {
    const { rating, reliability } = last;
    if (rating === null || reliability === null) after.delete(last.bracket);
    else after.set(last.bracket, { ...last, rating, reliability });
  }
  const primary = changes.find(({ last }) => last.bracket === PRIMARY_BRACKET);
  return {
    ...(primary !== undefined && {
      previousRating: primary.previousRating,
      newRating: primary.last.rating,
    }),
    splits: splits([...after.values()], changedAt, parametersOf),
  };
}

export interface RatedBracket {
  sport: string;
  bracket: string;
  rating: number;
  /** After the last match, whose time is in milliseconds since 1970. */
  reliability: number;
  lastPlayed: number | null;
  games: number;
}

/** Returns the ratings of one player in one sport at a given time, by bracket key, the primary one first. */
export function splits(
  ratings: readonly RatedBracket[],
  at: Date,
  parametersOf: ParametersOf,
): Record<string, Schemas.SplitRating> {
  const ordered = ratings.toSorted((one, other) => compareBrackets(one.bracket, other.bracket));
  return Object.fromEntries(ordered.map((row) => [row.bracket, toSplit(row, at, parametersOf)]));
}

function toSplit(
  { sport, rating, reliability, lastPlayed, games }: RatedBracket,
  at: Date,
  parametersOf: ParametersOf,
): Schemas.SplitRating {
  const absence = { sport, lastPlayed, at: at.getTime() };
  const standing = reliabilityAfterAbsence(reliability, absence, parametersOf);
  return { R: rating, reliability: standing, games };
}

function compareBrackets(one: string, other: string): number {
  if (one === PRIMARY_BRACKET) return -1;
  if (other === PRIMARY_BRACKET) return 1;
  return one < other ? -1 : 1;
}
