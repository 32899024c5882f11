import type { ExplainedMatch, Explanation } from '@partner-rating/ratings';

/** How a match moves a player's rating in a bracket, as the contract names it. */
interface ShownExplanation extends Explanation {
  opponentsRatings: (number | null)[];
}

/**
 * Returns how a match moves one of its players, for a reader who may not see the ratings of some others; undefined if the
 * player is not in the match.
 */
export function shownExplanation(
  { entered, parts }: ExplainedMatch,
  memberId: string,
  isHidden: (memberId: string) => boolean,
): ShownExplanation | undefined {
  const part = parts.get(memberId);
  if (part === undefined) return undefined;
  const isOwnTeam = (team: ExplainedMatch['entered'][number]) =>
    team.some((player) => player.memberId === memberId);
  const opponents = entered.filter((team) => !isOwnTeam(team)).flat();
  // The expected result would reveal the hidden ratings, because it follows from all ratings of the match.
  const isAnyHidden = entered
    .flat()
    .some((player) => player.memberId !== memberId && isHidden(player.memberId));
  return {
    ...part,
    ...(isAnyHidden && { expectedGameShare: null, expectedPointShare: null }),
    opponentsRatings: opponents.map((player) => (isHidden(player.memberId) ? null : player.rating)),
  };
}
