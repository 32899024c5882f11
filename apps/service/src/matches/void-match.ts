import { isSport } from '@partner-rating/ratings';
import type { Schemas } from '@partner-rating/server';
import { recordAudit } from '../platform/audit/store/audit.ts';
import { createKeyedMutex } from '../platform/concurrency/slots.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { AuditActor, DatabaseTransaction } from '../platform/database/schema.ts';
import { type Due, settleNow } from '../ratings/settlement/settle-now.ts';
import { findDueOfMatch } from '../ratings/settlement/store/due-positions.ts';
import { lockPlayers } from '../ratings/store/players.ts';
import { lockRatingsExclusive, lockRatingsShared } from '../ratings/store/ratings.ts';
import { inRatingSlot, retryExclusive } from './batch-transaction.ts';
import { matchVoid } from './domain/corrections.ts';
import { type RecountOptions, recount } from './recount.ts';
import { findFingerprint, findReports } from './store/reports.ts';
import {
  findMatchPlayers,
  findSubmittedMatch,
  findVoid,
  findVoidChanges,
  insertVoid,
  type VoidableMatch,
} from './store/voids.ts';

// By application. A partner who takes a whole tournament back sends its voids at once: one at a time they keep no
// rating slot and no connection that another partner's matches are waiting for.
const corrections = createKeyedMutex();

export type VoidDependencies = Pick<Dependencies, 'database' | 'clock' | 'configuration'>;

export interface VoidRequest {
  applicationId: string;
  matchId: string;
  reason: string;
}

export interface VoidOptions {
  actor?: Extract<AuditActor, 'partner' | 'operator'>;
  /** Does something more in the transaction that reads the answer. */
  beforeCommit?: (transaction: DatabaseTransaction, result: Schemas.MatchVoid) => Promise<void>;
  /** How many matches may be rated again before the answer says that it is not settled yet. */
  maxMatches?: number;
}

/**
 * Takes a match back, and every rating with it that would be another without it: at once where it reaches few
 * matches, else after the answer. A match that was voided before stays as it is.
 * If another application reported it too, its report counts from then on.
 * @returns null where the application submitted no such match.
 */
export async function voidMatch(
  dependencies: VoidDependencies,
  request: VoidRequest,
  { actor = 'partner', beforeCommit, ...options }: VoidOptions = {},
): Promise<Schemas.MatchVoid | null> {
  const { database } = dependencies;
  const { applicationId, matchId } = request;
  const match = await findSubmittedMatch(database, applicationId, matchId);
  if (match === undefined) return null;
  const transact = async (lock: 'shared' | 'exclusive') =>
    await database.transaction().execute(async (transaction) => {
      const lockRatings = lock === 'shared' ? lockRatingsShared : lockRatingsExclusive;
      await lockRatings(transaction, [match.sport]);
      const players = await findMatchPlayers(transaction, matchId);
      // Nobody else reports or voids a match of these players meanwhile.
      await lockPlayers(transaction, {
        applicationId: null,
        ids: players.map(({ id }) => id),
        numbers: [],
      });
      if ((await findVoid(transaction, matchId)) !== undefined) {
        return [{ sport: match.sport, dueOrders: await findDueOfMatch(transaction, matchId) }];
      }
      return await takeBack(transaction, dependencies, { request, actor, lock });
    });
  const due = await corrections.runExclusive(
    applicationId,
    async () =>
      await inRatingSlot([match.sport].filter(isSport), async () => await retryExclusive(transact)),
  );
  await settleNow(dependencies, due, options);
  // Only now: a process that dies before has answered nothing, and the repeated request finds the void.
  const answer = async (transaction: DatabaseTransaction) => {
    const result = await readVoid(transaction, request, match);
    await beforeCommit?.(transaction, result);
    return result;
  };
  return await corrections.runExclusive(
    applicationId,
    async () => await database.transaction().execute(answer),
  );
}

/**
 * The transaction must hold the ratings of the sport, and the players' rows or the exclusive lock.
 * @returns what is to be settled.
 */
export async function takeBack(
  transaction: DatabaseTransaction,
  dependencies: Pick<VoidDependencies, 'clock'>,
  {
    request,
    actor,
    lock,
  }: { request: VoidRequest; actor: AuditActor; lock: RecountOptions['lock'] },
): Promise<Due[]> {
  const { applicationId, matchId, reason } = request;
  const now = dependencies.clock();
  const fingerprint = await findFingerprint(transaction, matchId);
  const query = {
    fingerprints: fingerprint === undefined ? [] : [fingerprint],
    applicationId: null,
  };
  const reports = await findReports(transaction, query);
  await insertVoid(transaction, {
    match_id: matchId,
    application_id: applicationId,
    reason,
    created_at: now,
  });
  await recordAudit(transaction, {
    occurredAt: now,
    actor,
    action: 'match.voided',
    applicationId,
    memberId: null,
    details: { matchId, reason },
  });
  const because = { cause: 'void', matchId } as const;
  const options = { applicationId, now, lock, reason: because };
  return await recount(transaction, reports, { gone: [matchId] }, options);
}

// Read from what is stored, so that a repeated request is answered like the first.
async function readVoid(
  transaction: DatabaseTransaction,
  { applicationId, matchId }: VoidRequest,
  match: VoidableMatch,
): Promise<Schemas.MatchVoid> {
  const stored = await findVoid(transaction, matchId);
  if (stored === undefined) throw new Error(`The void of ${matchId} is not there.`);
  const { reason, created_at: voidedAt } = stored;
  const changes = await findVoidChanges(transaction, applicationId, matchId);
  const players = await findMatchPlayers(transaction, matchId);
  const playerIds = players.map(({ id }) => id);
  const isSettled = (await findDueOfMatch(transaction, matchId)).length === 0;
  return matchVoid({ match, playerIds, reason, voidedAt, changes, isSettled });
}
