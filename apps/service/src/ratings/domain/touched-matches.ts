import type { DuePosition, Reason } from '../settlement/store/due-positions.ts';
import type { LedgerMatch } from '../store/ledger.ts';
import type { MemberPosition } from '../store/player-states.ts';
import { comparePositions } from './ledger-position.ts';
import { mergeReasons, type Reach } from './reach.ts';

export interface TouchedMatches {
  matches: LedgerMatch[];
  /** The players reached, and at which position: by a match, or since something of theirs is due there. */
  joined: MemberPosition[];
  /** Players not reached, as these matches do not move them, yet whose skill the matches depend on. */
  bystanders: MemberPosition[];
}

/**
 * The matches that have to be rated again: those of a player who is in the reach, which reaches the
 * other players whom the match moves, and with them the matches they play after it. What is due is
 * taken off `due`, in order of position, once the matches before it have been gone through.
 */
export function touchedMatches(
  page: readonly LedgerMatch[],
  reach: Reach,
  due: DuePosition[],
): TouchedMatches {
  if (reach === 'everyone') return { matches: [...page], joined: [], bystanders: [] };
  const joined: MemberPosition[] = [];
  const bystanders: MemberPosition[] = [];
  const matches = page.filter((match) => {
    joined.push(...reachDue(reach, due, match));
    const reason = reasonOf(match, reach);
    if (reason === null) return false;
    const { matchDate, arrival } = match;
    for (const memberId of match.teams.flat()) {
      const own = reach.get(memberId);
      if (own !== undefined) {
        reach.set(memberId, mergeReasons(own, reason));
        continue;
      }
      const position = { memberId, matchDate, arrival };
      if (match.unrated.has(memberId)) {
        bystanders.push(position);
        continue;
      }
      reach.set(memberId, reason);
      joined.push(position);
    }
    return true;
  });
  return { matches, joined, bystanders };
}

/** Reaches the players something is due of up to a match, or all of them where no match follows. */
export function reachDue(
  reach: Map<string, Reason>,
  due: DuePosition[],
  match: LedgerMatch | null,
): MemberPosition[] {
  const joined: MemberPosition[] = [];
  for (let next = due[0]; next !== undefined; next = due[0]) {
    if (match !== null && comparePositions(next, match) > 0) break;
    due.shift();
    const { memberIds, matchDate, arrival, cause, matchId } = next;
    for (const memberId of memberIds) {
      const own = reach.get(memberId);
      const reason = { cause, matchId };
      reach.set(memberId, own === undefined ? reason : mergeReasons(own, reason));
      if (own === undefined) joined.push({ memberId, matchDate, arrival });
    }
  }
  return joined;
}

function reasonOf(match: LedgerMatch, reach: Map<string, Reason>): Reason | null {
  let reason: Reason | null = null;
  for (const memberId of match.teams.flat()) {
    const own = reach.get(memberId);
    if (own !== undefined) reason = reason === null ? own : mergeReasons(reason, own);
  }
  return reason;
}
