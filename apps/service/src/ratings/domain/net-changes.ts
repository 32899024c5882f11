import { type RatingStep, ratingKey } from '@partner-rating/ratings';

/** How a whole batch changed one rating, from before its first match to after its last. */
export interface NetChange {
  previousRating: number | null;
  gamesCounted: number;
  /** The last step: the rating after the batch. */
  last: RatingStep;
}

/** Returns one change for each player, sport, and bracket, grouped by player, in the order of their first steps. */
export function netChanges(steps: readonly RatingStep[]): NetChange[] {
  const changes = new Map<string, NetChange>();
  for (const step of steps) {
    const key = ratingKey(step.memberId, step.sport, step.bracket);
    const sofar = changes.get(key);
    changes.set(key, {
      previousRating: sofar === undefined ? step.previousRating : sofar.previousRating,
      gamesCounted: (sofar?.gamesCounted ?? 0) + step.gamesCounted,
      last: step,
    });
  }
  return [...Map.groupBy(changes.values(), ({ last }) => last.memberId).values()].flat();
}
