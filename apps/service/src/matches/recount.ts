import { isSport } from '@partner-rating/ratings';
import { recordAudit } from '../platform/audit/store/audit.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { DatabaseTransaction } from '../platform/database/schema.ts';
import { type Due, markDue, settleNow } from '../ratings/settlement/settle-now.ts';
import type { DueCause } from '../ratings/settlement/store/due-positions.ts';
import { deleteStatesAfter } from '../ratings/store/player-states.ts';
import { lockRatingsExclusive } from '../ratings/store/ratings.ts';
import { ExclusiveLockNeededError, inRatingSlot, type RatingLock } from './batch-transaction.ts';
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
  /** On whose account the ratings are settled; null where no application asked for it. */
  applicationId: string | null;
  now: Date;
  /** How the transaction holds the ratings of the sports. */
  lock: Exclude<RatingLock, 'none'>;
  /** What the settlement is for; by default what became of each report. */
  reason?: { cause: DueCause; matchId: string | null };
}

/**
 * Stores which reports count from now on, and marks as due whom that moves. The transaction must hold the ratings of
 * the sports, and the players' rows or the exclusive lock.
 * @returns what is to be settled.
 * @throws ExclusiveLockNeededError where a match that goes on counting no longer moves somebody: a settlement under way
 *   could write once more what they had after it.
 */
export async function storeRecounted(
  transaction: DatabaseTransaction,
  changes: readonly Recounted[],
  { applicationId, now, lock, reason }: RecountOptions,
): Promise<Due[]> {
  if (lock === 'shared' && changes.some(losesPlayer)) throw new ExclusiveLockNeededError();
  // What they had after such a match is not known before it is settled.
  const renewed = changes.filter((change) => losesPlayer(change) || countsAgain(change));
  await deleteStatesAfter(
    transaction,
    renewed.map(({ report }) => report.matchId),
  );
  await setUncounted(
    transaction,
    changes.flatMap(({ report: { matchId }, before, after }) =>
      after === null || (before === null && after.uncounted === null)
        ? []
        : { matchId, uncounted: after.uncounted },
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
 * Counts reports again after some were withdrawn, or are no longer held. `reports` has those with their fingerprints as
 * they were stored before.
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
 * Recognises the matches that name a player by one of these ids under the names their players have now: a claimed
 * ghost is the member it turned out to be. A report of the same application that is the same as an earlier one by
 * that is held. The transaction must hold the ratings of all sports (`lockRatingsExclusive`).
 * @returns what is to be settled.
 */
export async function followClaim(
  transaction: DatabaseTransaction,
  participantIds: readonly string[],
  now: Date,
): Promise<Due[]> {
  const matches = await findPlayedMatches(transaction, participantIds);
  const named = matches.map((match) => ({
    id: match.id,
    fingerprint: Buffer.from(matchFingerprint(match)).toString('hex'),
  }));
  const fingerprints = [...matches, ...named].map(({ fingerprint }) => fingerprint);
  const query = { fingerprints: [...new Set(fingerprints)], applicationId: null };
  const before = await findReports(transaction, query);
  await setFingerprints(transaction, named);
  const nowOf = new Map(named.map(({ id, fingerprint }) => [id, fingerprint]));
  const reports = before.map((report) => ({
    ...report,
    fingerprint: nowOf.get(report.matchId) ?? report.fingerprint,
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

/** Counts matches that were held as possible duplicates. The transaction must hold their players' ratings. */
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

/** An operator counts a match that is held; null where it is not. */
export async function releaseMatch(
  dependencies: Pick<Dependencies, 'database' | 'clock' | 'configuration'>,
  matchId: string,
): Promise<{ isSettled: boolean } | null> {
  const { database } = dependencies;
  const named = await findHeld(database, matchId);
  if (named === undefined) return null;
  const transact = async () =>
    await database.transaction().execute(async (transaction) => {
      await lockRatingsExclusive(transaction, [named.sport]);
      const held = await findHeld(transaction, matchId);
      if (held === undefined) return null;
      const now = dependencies.clock();
      const { applicationId } = held;
      const options = { applicationId: null, now, lock: 'exclusive' } as const;
      const due = await releaseHeld(transaction, [matchId], options);
      await recordAudit(transaction, {
        ...{ occurredAt: now, actor: 'operator', action: 'match.released' },
        ...{ applicationId, memberId: null, details: { matchId } },
      });
      return due;
    });
  const due = await inRatingSlot([named.sport].filter(isSport), transact);
  return due === null ? null : { isSettled: await settleNow(dependencies, due) };
}
