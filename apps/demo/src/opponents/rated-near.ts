/** How far from the player's own rating opponents are looked for. */
const SPREAD = 0.35;
const RATING_RANGE = { min: 2, max: 8 };

/** What `members.search` takes to find players rated about the same; of a player without a rating, everybody. */
export function ratedNear(rating: number | undefined) {
  if (rating === undefined) return { sort: 'activity' as const };
  return {
    minRating: threeDecimals(Math.max(RATING_RANGE.min, rating - SPREAD)),
    maxRating: threeDecimals(Math.min(RATING_RANGE.max, rating + SPREAD)),
    sort: 'activity' as const,
  };
}

/** As ratings are given. Binary fractions have more: 3.742 + 0.35 is 4.0920000000000005. */
function threeDecimals(rating: number): number {
  return Number(rating.toFixed(3));
}
