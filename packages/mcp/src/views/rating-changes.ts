import type { RatingChange } from '@partner-rating/client';
import * as z from 'zod';

const MAX_CHANGES = 50;

/** The rating changes, and the number of changes that are not shown. */
export const ratingChangesShape = {
  ratingChanges: z.array(
    z.object({
      memberId: z.string(),
      displayName: z.string(),
      bracket: z.string(),
      previousRating: z.nullable(z.number()),
      newRating: z.nullable(z.number()),
    }),
  ),
  moreRatingChanges: z.int(),
};

const ratingChangesSchema = z.object(ratingChangesShape);

/** Returns the first changes, because a correction can change the ratings of thousands. */
export function ratingChangesView(
  changes: readonly RatingChange[],
): z.input<typeof ratingChangesSchema> {
  return {
    ratingChanges: changes
      .slice(0, MAX_CHANGES)
      .map(({ memberId, displayName, bracket, previousRating, newRating }) => ({
        memberId: String(memberId),
        displayName,
        bracket,
        previousRating,
        newRating,
      })),
    moreRatingChanges: Math.max(changes.length - MAX_CHANGES, 0),
  };
}
