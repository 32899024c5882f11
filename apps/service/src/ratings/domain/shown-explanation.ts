import type { ExplainedMatch, Explanation } from '@partner-rating/ratings';

/** What a match does to a player's rating in a bracket, in the words of the contract. */
interface ShownExplanation extends Explanation {
  opponentsRatings: (number | null)[];
}

/**
 * What a match does to one of its players, as somebody sees it from whom the ratings of these others are hidden;
 * undefined where the player is not in the match.
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
  // What was expected follows from the ratings of everybody in the match.
  const isAnyHidden = entered
    .flat()
    .some((player) => player.memberId !== memberId && isHidden(player.memberId));
  return {
    ...part,
    ...(isAnyHidden && { expectedGameShare: null, expectedPointShare: null }),
    opponentsRatings: opponents.map((player) => (isHidden(player.memberId) ? null : player.rating)),
  };
}
