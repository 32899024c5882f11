import {
  type MatchBatchResult,
  type Member,
  ratingDifference,
  ratingFor,
  splitsFor,
} from '@partner-rating/client';

/** A player's ratings in one sport, in lines to print. */
export function ratingLines(member: Member, sport: string): string[] {
  const rating = ratingFor(member, sport);
  if (rating === undefined) return [`${member.displayName} has no rating in ${sport}.`];
  return [
    `${member.displayName}: ${rating.toFixed(3)}`,
    ...splitsFor(member, sport).map(
      ({ category, division, R, games }) => `${category}, ${division}: ${R} after ${games} games`,
    ),
  ];
}

/** What a batch did to the ratings, in lines to print. */
export function changeLines({ ratingChanges }: MatchBatchResult): string[] {
  return ratingChanges.map((change) => {
    const difference = ratingDifference(change);
    return `${change.displayName}: ${difference === null ? 'first rating' : difference.toFixed(3)}`;
  });
}
