import type { Reason } from '../settlement/store/due-positions.ts';

/** The players whose ratings may differ from the stored ones, as far as the ledger has been folded, and why. */
export type Reach = Map<string, Reason> | 'everyone';

export function mergeReasons(one: Reason, other: Reason): Reason {
  if (one.cause !== other.cause) return { cause: 'settlement', matchId: null };
  return one.matchId === other.matchId ? one : { cause: one.cause, matchId: null };
}
