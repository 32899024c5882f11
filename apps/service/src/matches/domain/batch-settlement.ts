import type { LedgerEntry } from './ledger-entries.ts';

/** What of a batch is rated in the order of play. */
export interface BatchSettlement {
  /** Whether no later match of one of its players was rated before this one. */
  isSettled: (match: Pick<LedgerEntry, 'id'>) => boolean;
  /** For each match sent once more, by its id, whether what that changed is worked out. */
  confirmed: ReadonlyMap<string, boolean>;
}

/** Where these entries came late, and these matches were confirmed for somebody or released just now. */
export function batchSettlement(
  late: readonly Pick<LedgerEntry, 'id'>[],
  confirmed: readonly string[],
): BatchSettlement {
  const lateIds = new Set(late.map(({ id }) => id));
  return {
    isSettled: ({ id }) => !lateIds.has(id),
    confirmed: new Map(confirmed.map((matchId) => [matchId, false])),
  };
}
