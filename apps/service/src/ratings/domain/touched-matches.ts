// Decides which matches a settlement rates again. A change reaches each player whose ratings it can change. A due position
// is a place in the ledger from which the ratings of some players are out of date.

import type { DuePosition, Reason } from '../settlement/store/due-positions.ts';
import type { LedgerMatch, LedgerPosition } from '../store/ledger.ts';
import type { MemberPosition } from '../store/player-states.ts';

interface TouchedMatches {
  matches: LedgerMatch[];
  /** The newly reached players, and the position of the match or of the due position that reached them. */
  joined: MemberPosition[];
  /** Players that these matches do not move, so that they are not reached. The matches depend on their skill. */
  bystanders: MemberPosition[];
}

/**
 * Returns the matches that must be rated again. Each match of a reached player reaches the other players that it moves, and
 * their later matches. Positions are removed from `due`, in order, when the walk passes them.
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

/** Reaches the players of the due positions up to a match; null for all positions. */
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

/** The position before every match. */
export const FIRST_POSITION: LedgerPosition = {
  matchDate: new Date('0001-01-01T00:00:00Z'),
  arrival: 0,
};

/** The position after every match. */
export const LAST_POSITION: LedgerPosition = {
  matchDate: new Date('9999-12-31T00:00:00Z'),
  arrival: Number.MAX_SAFE_INTEGER,
};

export function comparePositions(one: LedgerPosition, other: LedgerPosition): number {
  return one.matchDate.getTime() - other.matchDate.getTime() || one.arrival - other.arrival;
}

/** The last position before another one. */
export function positionBefore({ matchDate, arrival }: LedgerPosition): LedgerPosition {
  return { matchDate, arrival: arrival - 1 };
}

/** The players whose ratings may differ from the stored ones at this point of the fold, and why. */
export type Reach = Map<string, Reason> | 'everyone';

export function mergeReasons(one: Reason, other: Reason): Reason {
  if (one.cause !== other.cause) return { cause: 'settlement', matchId: null };
  return one.matchId === other.matchId ? one : { cause: one.cause, matchId: null };
}
