import type { Schemas } from '@partner-rating/server';

type Explanation = Pick<
  Schemas.RatingExplanation,
  'reason' | 'ratingBefore' | 'ratingAfter' | 'withheld'
>;

/** What the player did with the result, and what became of its match. */
export interface ResultState {
  isDenied: boolean;
  isVoided: boolean;
  isHeld: boolean;
}

/** Why a result did or did not move the rating of its player, in a sentence to them. */
export function reasonWords(explanation: Explanation, state: ResultState): string | null {
  switch (explanation.reason) {
    case 'moved':
      return isRise(explanation)
        ? 'You did better than expected, so your rating rose.'
        : 'You did worse than expected, so your rating fell.';
    case 'as_expected':
      return 'You did as well as expected, so your rating stayed.';
    case 'limited':
      return explanation.withheld > 0
        ? 'You won, but by less than expected. A win never lowers your rating, so it stayed.'
        : 'You lost, but by less than expected. A loss never raises your rating, so it stayed.';
    case 'contradicted':
      return 'The finished games show another winner than the report names, so they move no rating.';
    case 'unconfirmed':
      return state.isDenied
        ? 'You said that this was not you, so it does not move your rating.'
        : 'You have not confirmed this result, so it does not move your rating.';
    case 'not_rated':
      return notRatedWords(state);
    default:
      return null;
  }
}

function notRatedWords({ isVoided, isHeld }: ResultState): string {
  if (isVoided) return 'It was taken back, so it does not count.';
  if (isHeld) return 'It may repeat another report, so it does not count for now.';
  return 'No game of it counts, so it does not move your rating.';
}

function isRise({ ratingBefore, ratingAfter }: Explanation): boolean {
  return (ratingAfter ?? 0) > (ratingBefore ?? 0);
}
