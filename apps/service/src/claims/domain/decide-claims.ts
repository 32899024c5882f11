import type { OfferedMatch } from '../store/offered-matches.ts';

/** What a player's answer makes of one ghost. */
export interface GhostClaim {
  ghostId: string;
  /** The matches that are the player's. */
  mine: OfferedMatch[];
  /** Whether the ghost is the player, with all it ever played. */
  isWhole: boolean;
  /** Whether the player has answered for every match of the ghost. */
  isAnswered: boolean;
}

/** Goes through the matches that are offered now, which may be others than were shown. */
export function decideClaims(
  offered: readonly OfferedMatch[],
  answer: { shown: readonly string[]; mine: readonly string[] },
): GhostClaim[] {
  const shown = new Set(answer.shown);
  const wanted = new Set(answer.mine.filter((participation) => shown.has(participation)));
  const taken = new Set<string>();
  return [...Map.groupBy(offered, ({ ghostId }) => ghostId)].map(([ghostId, matches]) => {
    const mine = matches.filter(({ participation, matchId, hasMember }) => {
      // Nobody plays twice in a match: beside the player, or another ghost of theirs, it is somebody else.
      const isMine = wanted.has(participation) && !hasMember && !taken.has(matchId);
      if (isMine) taken.add(matchId);
      return isMine;
    });
    return {
      ghostId,
      mine,
      isWhole: mine.length === matches.length,
      isAnswered: matches.every(
        ({ participation, hasMember }) => shown.has(participation) || hasMember,
      ),
    };
  });
}
