import type { Schemas } from '@partner-rating/server';
import { displayName } from '../../members/domain/names.ts';
import { PRIMARY_BRACKET } from './brackets.ts';
import type { NetChange } from './net-changes.ts';
import { type RatedBracket, splits } from './sport-map.ts';

export interface UpdatedPlayer {
  id: string;
  member_number: number;
  first_name: string;
  last_name: string;
}

export interface RatingUpdateCause {
  player: UpdatedPlayer;
  sport: string;
  /** The player's ratings in the sport as they were before. */
  before: readonly RatedBracket[];
  /** What became of them. */
  changes: readonly NetChange[];
  changedAt: Date;
  sequence: number;
}

/**
 * The data of a `rating.updated` event: the whole state after the change, the splits that did not
 * move included. Without `user:rating:read` the receiver learns only that something changed.
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

function ratingFields({ before, changes }: RatingUpdateCause) {
  const after = new Map(before.map((row) => [row.bracket, row]));
  for (const { last } of changes) after.set(last.bracket, last);
  const primary = changes.find(({ last }) => last.bracket === PRIMARY_BRACKET);
  return {
    ...(primary !== undefined && {
      previousRating: primary.previousRating,
      newRating: primary.last.rating,
    }),
    splits: splits([...after.values()]),
  };
}
