import type { RatingHistoryEntry } from '@partner-rating/client';

/** Why a match moved a rating, in words; null where the entry is a correction, or has no explanation. */
export function changeInWords({ newRating, explanation }: RatingHistoryEntry): string | null {
  if (explanation === undefined || newRating === null) return null;
  const { gamesWon, gamesPlayed, ratingBefore, expectedShare, opponentsRating } = explanation;
  const games = explanation.contributions.map(
    (moved) => `${moved < 0 ? '' : '+'}${moved.toFixed(3)}`,
  );
  return [
    `You won ${gamesWon} of ${gamesPlayed} games`,
    // Both are null where somebody in the match hides their ratings from your application.
    opponentsRating === null ? '' : ` against opponents of ${opponentsRating.toFixed(3)}`,
    expectedShare === null
      ? ''
      : `, where ${(expectedShare * gamesPlayed).toFixed(1)} were expected`,
    `: from ${ratingBefore.toFixed(3)} to ${newRating.toFixed(3)}, game by game ${games.join(', ')}.`,
  ].join('');
}
