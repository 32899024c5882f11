import type { LedgerMatch } from '../store/ledger.ts';
import type { MemberPosition } from '../store/rating-steps.ts';

/** Whose ratings may differ from those that stand, as far as the ledger has been gone through. */
export type Reach = Set<string> | 'everyone';

export interface TouchedMatches {
  matches: LedgerMatch[];
  /** Who was reached, and by the match at which place in the ledger. */
  joined: MemberPosition[];
  /** Who was not reached, as these matches do not move them, yet whose skill they depend on. */
  bystanders: MemberPosition[];
}

/**
 * The matches that have to be rated again: those of a player who is in the reach, which reaches the
 * other players whom the match moves, and with them the matches they play after it.
 */
export function touchedMatches(page: readonly LedgerMatch[], reach: Reach): TouchedMatches {
  if (reach === 'everyone') return { matches: [...page], joined: [], bystanders: [] };
  const joined: MemberPosition[] = [];
  const bystanders: MemberPosition[] = [];
  const matches = page.filter((match) => {
    const players = match.teams.flat();
    if (!players.some((memberId) => reach.has(memberId))) return false;
    for (const memberId of players) {
      if (reach.has(memberId)) continue;
      const position = { memberId, arrival: match.arrival };
      if (match.unrated.has(memberId)) {
        bystanders.push(position);
        continue;
      }
      reach.add(memberId);
      joined.push(position);
    }
    return true;
  });
  return { matches, joined, bystanders };
}
