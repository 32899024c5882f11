import { type RatingStep, ratingKey } from '@partner-rating/ratings';

/** What a whole batch did to one rating: from before its first match to after its last. */
export interface NetChange {
  previousRating: number | null;
  gamesCounted: number;
  /** The last step: the rating as it stands after the batch. */
  last: RatingStep;
}

/** One for each player, sport and bracket: player by player, each in the order first touched. */
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
