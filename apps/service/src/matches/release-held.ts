import { recordAudit } from '../platform/audit/store/audit.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { DatabaseTransaction } from '../platform/database/schema.ts';
import { isSport } from '../ratings/domain/sports.ts';
import { type Due, settleNow } from '../ratings/settlement/settle-now.ts';
import { lockRatingsExclusive } from '../ratings/store/rating-lock.ts';
import { inRatingSlot } from './rating-slots.ts';
import { type RecountOptions, recount } from './recount.ts';
import { findFingerprint, findHeld, findReports } from './store/reports.ts';

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
