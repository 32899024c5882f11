import type { RatingExplanation, RatingHistoryEntry } from '@partner-rating/client';

const reasons: Readonly<Record<string, string>> = {
  moved: 'The rating moved',
  as_expected: 'That was expected, so the rating stayed',
  limited: 'A win never lowers a rating and a loss never raises one, so it stayed',
  contradicted: 'The games show another winner than the report, so the rating stayed',
  unconfirmed: 'You have not confirmed the result, so the rating stayed',
  not_rated: 'The match does not count',
};

/** Says why a match moved a rating or not; null if the entry is not about a match of the player. */
export function changeInWords({ explanation }: RatingHistoryEntry): string | null {
  if (explanation === undefined) return null;
  const { reason, ratingBefore, ratingAfter } = explanation;
  const words = `${gamesInWords(explanation)} ${reasons[reason] ?? 'The rating was recalculated'}`;
  if (reason !== 'moved') return words;
  return `${words} from ${ratingBefore?.toFixed(3)} to ${ratingAfter?.toFixed(3)}`;
}

function gamesInWords({ gamesWon, gamesPlayed, expectedGameShare }: RatingExplanation): string {
  const won = `You won ${gamesWon} of ${gamesPlayed} games`;
  // Null if somebody in the match hides their ratings from your application, or if no game counts.
  if (expectedGameShare === null) return `${won}.`;
  return `${won}; ${(expectedGameShare * gamesPlayed).toFixed(1)} were expected.`;
}
