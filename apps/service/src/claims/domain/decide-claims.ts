import type { OfferedMatch } from '../store/offered-matches.ts';

/** What a player's answer makes of one ghost. */
export interface GhostClaim {
  ghostId: string;
  /** The matches that are the player's. */
  mine: OfferedMatch[];
  /** Those that the player was shown and that are not theirs. */
  declined: OfferedMatch[];
  /** Whether the ghost is the player, with all it ever played. */
  isWhole: boolean;
}

/** Goes through the matches as they stand now, which may be others than were shown. */
export function decideClaims(
  matches: readonly OfferedMatch[],
  answer: { shown: readonly string[]; mine: readonly string[] },
): GhostClaim[] {
  const shown = new Set(answer.shown);
  const wanted = new Set(answer.mine);
  const taken = new Set<string>();
  return [...Map.groupBy(matches, ({ ghostId }) => ghostId)].map(([ghostId, ofGhost]) => {
    const answered = ofGhost.filter((one) => one.mayBeMine && shown.has(one.participation));
    const mine = answered.filter(({ participation, matchId }) => {
      // Nobody plays twice in a match: of two ghosts of theirs in one, the second is somebody else.
      const isMine = wanted.has(participation) && !taken.has(matchId);
      if (isMine) taken.add(matchId);
      return isMine;
    });
    const declined = answered.filter((one) => !mine.includes(one));
    return { ghostId, mine, declined, isWhole: mine.length === ofGhost.length };
  });
}
