import { ProblemError, type Schemas } from '@partner-rating/server';
import { recordAudit } from '../platform/audit/store/audit.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { AuditActor, DatabaseTransaction } from '../platform/database/schema.ts';
import { correctRatings } from '../ratings/correct-ratings.ts';
import { isSport } from '../ratings/domain/sports.ts';
import { lockRatingsExclusive } from '../ratings/store/rating-lock.ts';
import { supersedeMatch } from '../ratings/store/rating-steps.ts';
import { matchVoid } from './domain/match-void.ts';
import { inRatingSlot } from './rating-slots.ts';
import {
  findMatchPlayers,
  findSubmittedMatch,
  findVoid,
  findVoidChanges,
  insertVoid,
  isConfirmedElsewhere,
  type MatchPlayer,
  tryLockVoids,
  type VoidableMatch,
} from './store/voids.ts';
import { VoidElsewhereError, type VoidMutexOptions, withVoidMutex } from './void-mutex.ts';

export type VoidDependencies = Pick<Dependencies, 'database' | 'clock' | 'configuration'>;

export interface VoidRequest {
  applicationId: string;
  matchId: string;
  reason: string;
}

export interface VoidOptions extends VoidMutexOptions {
  /** Does something more in the transaction of a void, once all else is done. */
  beforeCommit?: (transaction: DatabaseTransaction, result: Schemas.MatchVoid) => Promise<void>;
}

/**
 * Takes a match back, and every rating with it that would be another without it, all in one
 * transaction. A match that was voided before stays as it is. One match of an application is voided
 * at a time.
 * @returns null where the application submitted no such match.
 * @throws ProblemError `confirmed_elsewhere` where another application's report confirmed the match for a
 *   player who has not disputed it, and `rate_limited` where other voids of the application take too long.
 */
export async function voidMatch(
  dependencies: VoidDependencies,
  request: VoidRequest,
  { beforeCommit, ...mutexOptions }: VoidOptions = {},
): Promise<Schemas.MatchVoid | null> {
  const { database } = dependencies;
  const { applicationId, matchId } = request;
  const match = await findSubmittedMatch(database, applicationId, matchId);
  if (match === undefined) return null;
  const transact = async () =>
    await database.transaction().execute(async (transaction) => {
      if (!(await tryLockVoids(transaction, applicationId))) throw new VoidElsewhereError();
      await lockRatingsExclusive(transaction, [match.sport]);
      const players = await findMatchPlayers(transaction, matchId);
      if ((await findVoid(transaction, matchId)) === undefined) {
        await refuseConfirmedElsewhere(transaction, request);
        await takeBack(transaction, dependencies, { request, match, players, actor: 'partner' });
      }
      const result = await readVoid(transaction, { request, match, players });
      await beforeCommit?.(transaction, result);
      return result;
    });
  const sports = [match.sport].filter(isSport);
  const rate = async () => await inRatingSlot(sports, transact);
  return await withVoidMutex(applicationId, rate, mutexOptions);
}

// Whom another application has the consent of is moved by its report as well, which is no match of its own
// that it could report again or void. So only the player can have it taken back, by a dispute.
async function refuseConfirmedElsewhere(
  transaction: DatabaseTransaction,
  { applicationId, matchId }: VoidRequest,
): Promise<void> {
  if (!(await isConfirmedElsewhere(transaction, applicationId, matchId))) return;
  throw new ProblemError('confirmed_elsewhere', {
    detail:
      `${matchId} stands, and nothing was changed: another application reported it too, and a player agreed ` +
      'to it there. Where it is wrong, ask the players to dispute it on their account page, then void it.',
  });
}

interface Voiding {
  request: VoidRequest;
  match: VoidableMatch;
  players: readonly MatchPlayer[];
}

/** The transaction must hold the ratings of the sport (`lockRatingsExclusive`). */
export async function takeBack(
  transaction: DatabaseTransaction,
  dependencies: Pick<VoidDependencies, 'clock' | 'configuration'>,
  { request, match, players, actor }: Voiding & { actor: AuditActor },
): Promise<void> {
  const { applicationId, matchId, reason } = request;
  const now = dependencies.clock();
  const playerIds = players.filter(({ isRated }) => isRated).map(({ id }) => id);
  await insertVoid(transaction, {
    match_id: matchId,
    application_id: applicationId,
    reason,
    created_at: now,
  });
  await supersedeMatch(transaction, match, playerIds);
  await correctRatings(transaction, dependencies, {
    sport: match.sport,
    from: { arrival: match.arrival, memberIds: playerIds },
    cause: 'void',
    match,
    changedAt: now,
  });
  await recordAudit(transaction, {
    occurredAt: now,
    actor,
    action: 'match.voided',
    applicationId,
    memberId: null,
    details: { matchId, reason },
  });
}

// Read from what is stored, so that a repeated request is answered like the first.
async function readVoid(
  transaction: DatabaseTransaction,
  { request: { applicationId, matchId }, match, players }: Voiding,
): Promise<Schemas.MatchVoid> {
  const stored = await findVoid(transaction, matchId);
  if (stored === undefined) throw new Error(`The void of ${matchId} is not there.`);
  const { reason, created_at: voidedAt } = stored;
  const changes = await findVoidChanges(transaction, applicationId, matchId);
  const playerIds = players.map(({ id }) => id);
  return matchVoid({ match, playerIds, reason, voidedAt, changes });
}
