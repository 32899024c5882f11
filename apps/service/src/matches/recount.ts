// Decides again which reports of a match count, after a claim, a void, or a release of a held match.

import { recordAudit } from '../platform/audit/store/audit.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { DatabaseTransaction } from '../platform/database/schema.ts';
import { type Due, markDue, settleNow } from '../ratings/settlement/settle-now.ts';
import type { DueCause } from '../ratings/settlement/store/due-positions.ts';
import { deleteStatesAfter } from '../ratings/store/player-states.ts';
import {
  ExclusiveLockNeededError,
  inWriteTransaction,
  type WriteLock,
} from './batch-transaction.ts';
import {
  countReports,
  heldAmong,
  heldByClaim,
  type Recounted,
  recounted,
  storedCounting,
} from './domain/count-reports.ts';
import { matchFingerprint } from './domain/identity.ts';
import {
  findFingerprint,
  findHeld,
  findPlayedMatches,
  findReports,
  type StoredReport,
  setFingerprints,
  setUncounted,
} from './store/reports.ts';

export interface RecountOptions {
  /** The application that pays for the settlement, which rates the changed matches again. Null if no application asked. */
  applicationId: string | null;
  now: Date;
  /** How the transaction holds the ratings of the sports. */
  lock: WriteLock;
  /** The reason for the settlement. Default: the change of each report. */
  reason?: { cause: DueCause; matchId: string | null };
}

/**
 * Stores which reports count from now on, and marks the players whose ratings change as due, which means to be rated
 * again. The transaction must hold the lock of the sports and, if that lock is shared, the players' rows.
 * @returns what must be settled.
 * @throws ExclusiveLockNeededError if a match that still counts no longer moves a player's rating: a running settlement
 *   could store the player's state after it again.
 */
export async function storeRecounted(
  transaction: DatabaseTransaction,
  changes: readonly Recounted[],
  { applicationId, now, lock, reason }: RecountOptions,
): Promise<Due[]> {
  if (lock === 'shared' && changes.some(losesPlayer)) throw new ExclusiveLockNeededError();
  // The states after such a match are unknown until it is settled.
  const renewed = changes.filter((change) => losesPlayer(change) || countsAgain(change));
  await deleteStatesAfter(
    transaction,
    renewed.map(({ report }) => report.matchId),
  );
  await setUncounted(
    transaction,
    changes.flatMap(({ report: { matchId, arrival }, before, after }) =>
      after === null || (before === null && after.uncounted === null)
        ? []
        : { matchId, arrival, uncounted: after.uncounted },
    ),
  );
  const positions = changes
    .filter(({ moved }) => moved.length > 0)
    .map((change) => {
      const { sport, matchDate, arrival, matchId } = change.report;
      const own = { cause: causeOf(change), matchId };
      return {
        sport,
        matchDate,
        arrival,
        memberIds: change.moved,
        applicationId,
        ...own,
        ...reason,
      };
    });
  return await markDue(transaction, now, positions);
}

function losesPlayer({ before, after }: Recounted): boolean {
  if (before === null || after === null || after.uncounted !== null) return false;
  return [...before.moved].some((memberId) => !after.moved.has(memberId));
}

function countsAgain({ before, after }: Recounted): boolean {
  return before !== null && before.uncounted !== null && after?.uncounted === null;
}

function causeOf({ before, after }: Recounted): DueCause {
  if (after === null || after.uncounted !== null) return 'void';
  if (before === null || before.uncounted !== null) return 'late';
  return after.moved.size > before.moved.size ? 'confirmation' : 'void';
}

/**
 * Counts reports again after some were voided (`gone`) or are no longer held (`released`). `reports` has all reports with
 * the same fingerprints, as stored.
 */
export async function recount(
  transaction: DatabaseTransaction,
  reports: readonly StoredReport[],
  { gone = [], released = [] }: { gone?: readonly string[]; released?: readonly string[] },
  options: RecountOptions,
): Promise<Due[]> {
  const rest = reports.filter(({ matchId }) => !gone.includes(matchId));
  const held = heldAmong(rest);
  for (const matchId of released) held.delete(matchId);
  const changes = recounted(reports, storedCounting(reports), countReports(rest, held));
  return await storeRecounted(transaction, changes, options);
}

/**
 * Computes the fingerprints of these players' matches again after a claim, because a claimed ghost (a member without an account)
 * is now the member. A report that has become equal to an earlier one of its application is held. The transaction must hold the
 * exclusive lock of all sports.
 * @returns what must be settled.
 */
export async function followClaim(
  transaction: DatabaseTransaction,
  participantIds: readonly string[],
  now: Date,
): Promise<Due[]> {
  const matches = await findPlayedMatches(transaction, participantIds);
  const named = matches.map((match) => ({
    arrival: match.arrival,
    fingerprint: Buffer.from(matchFingerprint(match)).toString('hex'),
  }));
  const fingerprints = [...matches, ...named].map(({ fingerprint }) => fingerprint);
  const query = { fingerprints: [...new Set(fingerprints)], applicationId: null };
  const before = await findReports(transaction, query);
  await setFingerprints(transaction, named);
  const nowOf = new Map(named.map(({ arrival, fingerprint }) => [arrival, fingerprint]));
  const reports = before.map((report) => ({
    ...report,
    fingerprint: nowOf.get(report.arrival) ?? report.fingerprint,
  }));
  const held = new Map([...heldByClaim(before, reports), ...heldAmong(before)]);
  const changes = recounted(reports, storedCounting(before), countReports(reports, held));
  const reason = { cause: 'merge', matchId: null } as const;
  return await storeRecounted(transaction, changes, {
    applicationId: null,
    now,
    lock: 'exclusive',
    reason,
  });
}

/** Counts matches that were held as possible duplicates. The transaction must hold the exclusive lock of the sports. */
export async function releaseHeld(
  transaction: DatabaseTransaction,
  matchIds: readonly string[],
  options: RecountOptions,
): Promise<Due[]> {
  const due: Due[] = [];
  for (const matchId of matchIds) {
    const fingerprint = await findFingerprint(transaction, matchId);
    if (fingerprint === undefined) continue;
    const query = { fingerprints: [fingerprint], applicationId: null };
    const reports = await findReports(transaction, query);
    due.push(...(await recount(transaction, reports, { released: [matchId] }, options)));
  }
  return due;
}

/**
 * Counts a held match for an operator. Returns null if it is not held.
 * @param beforeCommit Called at the end of the transaction, before the ratings are settled.
 */
export async function releaseMatch(
  dependencies: Pick<Dependencies, 'database' | 'clock' | 'configuration'>,
  matchId: string,
  beforeCommit: (transaction: DatabaseTransaction) => Promise<void> = async () => {},
): Promise<{ isSettled: boolean } | null> {
  const { database } = dependencies;
  const named = await findHeld(database, matchId);
  if (named === undefined) return null;
  const locks = { sports: [named.sport], lock: 'exclusive' } as const;
  const due = await inWriteTransaction(database, locks, async (transaction, lock) => {
    const held = await findHeld(transaction, matchId);
    if (held === undefined) return null;
    const now = dependencies.clock();
    const { applicationId } = held;
    const released = await releaseHeld(transaction, [matchId], { applicationId: null, now, lock });
    await recordAudit(transaction, {
      ...{ occurredAt: now, actor: 'operator', action: 'match.released' },
      ...{ applicationId, memberId: null, details: { matchId } },
    });
    await beforeCommit(transaction);
    return released;
  });
  return due === null ? null : { isSettled: await settleNow(dependencies, due) };
}
