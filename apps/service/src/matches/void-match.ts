import type { Schemas } from '@partner-rating/server';
import { lockAllAgainstErasure } from '../members/store/members.ts';
import { recordAudit } from '../platform/audit/store/audit.ts';
import { retryOnContention } from '../platform/concurrency/periodic-task.ts';
import { createKeyedMutex } from '../platform/concurrency/slots.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { AuditActor, DatabaseTransaction } from '../platform/database/schema.ts';
import { type Due, settleNow } from '../ratings/settlement/settle-now.ts';
import { findDueOfMatch } from '../ratings/settlement/store/due-positions.ts';
import { lockPlayers } from '../ratings/store/players.ts';
import { inWriteTransaction, type WriteLock } from './batch-transaction.ts';
import { matchVoid } from './domain/corrections.ts';
import { recount } from './recount.ts';
import { findFingerprint, findReports } from './store/reports.ts';
import {
  findMatchPlayers,
  findSubmittedMatch,
  findVoid,
  findVoidChanges,
  insertVoid,
  type VoidableMatch,
} from './store/voids.ts';

// One void of an application at a time: a partner who voids a whole tournament at once leaves slots and connections to
// other partners.
const corrections = createKeyedMutex();

export type VoidDependencies = Pick<Dependencies, 'database' | 'clock' | 'configuration'>;

export interface VoidRequest {
  applicationId: string;
  matchId: string;
  reason: string;
}

export interface VoidOptions {
  actor?: Extract<AuditActor, 'partner' | 'operator'>;
  /** Runs in the transaction that reads the response. */
  beforeCommit?: (transaction: DatabaseTransaction, result: Schemas.MatchVoid) => Promise<void>;
  /** How many matches may be rated again before the response says that the void is not settled yet. */
  maxMatches?: number;
}

/**
 * Voids a match, and corrects the ratings that depend on it: before the response if few matches depend on it, otherwise after.
 * If another application reported the match too, its report counts from then on.
 * @returns null if the application submitted no such match.
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
  const store = async (transaction: DatabaseTransaction, lock: WriteLock) => {
    const players = await findMatchPlayers(transaction, matchId);
    // Nobody else reports or voids a match of these players until the transaction ends.
    await lockPlayers(transaction, {
      applicationId: null,
      ids: players.map(({ id }) => id),
      numbers: [],
    });
    if ((await findVoid(transaction, matchId)) !== undefined) {
      return [{ sport: match.sport, dueOrders: await findDueOfMatch(transaction, matchId) }];
    }
    return await storeVoid(transaction, dependencies, { request, actor, lock });
  };
  const due = await corrections.runExclusive(
    applicationId,
    async () =>
      await inWriteTransaction(database, { sports: [match.sport], lock: 'shared' }, store),
  );
  await settleNow(dependencies, due, options);
  // Only after settling. If the process dies before, the repeated request finds the void.
  const answer = async (transaction: DatabaseTransaction) => {
    const result = await readVoid(transaction, request, match);
    await beforeCommit?.(transaction, result);
    return result;
  };
  return await corrections.runExclusive(
    applicationId,
    async () => await retryOnContention(async () => await database.transaction().execute(answer)),
  );
}

/**
 * Stores a void. The transaction must hold the lock of the sport and the players' rows.
 * @returns what must be settled.
 */
export async function storeVoid(
  transaction: DatabaseTransaction,
  dependencies: Pick<VoidDependencies, 'clock'>,
  { request, actor, lock }: { request: VoidRequest; actor: AuditActor; lock: WriteLock },
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

// Reads the stored void, so that a repeated request gets the same response.
async function readVoid(
  transaction: DatabaseTransaction,
  { applicationId, matchId }: VoidRequest,
  match: VoidableMatch,
): Promise<Schemas.MatchVoid> {
  const stored = await findVoid(transaction, matchId);
  if (stored === undefined) throw new Error(`The void of ${matchId} does not exist.`);
  const { reason, created_at: voidedAt } = stored;
  const found = await findVoidChanges(transaction, applicationId, matchId);
  // An erasure searches the stored responses for the names, so it waits until this one is stored.
  const ids = found.map(({ id }) => id);
  const notErased = await lockAllAgainstErasure(transaction, ids);
  const changes = found.filter(({ id }) => notErased.has(id));
  const players = await findMatchPlayers(transaction, matchId);
  const playerIds = players.map(({ id }) => id);
  const isSettled = (await findDueOfMatch(transaction, matchId)).length === 0;
  return matchVoid({ match, playerIds, reason, voidedAt, changes, isSettled });
}
