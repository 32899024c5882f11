import { isSport } from '@partner-rating/ratings';
import { recordAudit } from '../platform/audit/store/audit.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { DatabaseTransaction } from '../platform/database/schema.ts';
import { type Due, settleNow } from '../ratings/settlement/settle-now.ts';
import { lockPlayers } from '../ratings/store/players.ts';
import { lockRatingsExclusive, lockRatingsShared } from '../ratings/store/ratings.ts';
import { inRatingSlot } from './batch-transaction.ts';
import { type AnswerOutcome, outcomeOf } from './domain/corrections.ts';
import { confirmParticipations, recordResponses } from './record-responses.ts';
import { releaseHeld } from './recount.ts';
import {
  findParticipations,
  insertResponses,
  isDistinctToAll,
  type Participation,
  type ResultResponse,
} from './store/responses.ts';

export type AnswerDependencies = Pick<Dependencies, 'database' | 'clock' | 'configuration'>;

export interface ResultAnswer {
  /** The player who answers. */
  memberId: string;
  matchId: string;
}

/** The player agrees to a result, which moves their rating from then on as if they always had. */
export async function confirmResult(
  dependencies: AnswerDependencies,
  answer: ResultAnswer,
): Promise<AnswerOutcome> {
  return await respond(dependencies, answer, 'confirmed');
}

/** The player says of an unconfirmed result that this was not them: it stays without effect. */
export async function denyResult(
  dependencies: AnswerDependencies,
  answer: ResultAnswer,
): Promise<AnswerOutcome> {
  return await respond(dependencies, answer, 'denied');
}

/** The player says that a confirmed result is wrong, which stands until who reported it voids it. */
export async function disputeResult(
  dependencies: AnswerDependencies,
  answer: ResultAnswer,
): Promise<AnswerOutcome> {
  return await respond(dependencies, answer, 'disputed');
}

/** The player says of a held result that it is another match than one reported before; it counts once all players have. */
export async function distinguishResult(
  dependencies: AnswerDependencies,
  answer: ResultAnswer,
): Promise<AnswerOutcome> {
  return await respond(dependencies, answer, 'distinct');
}

async function respond(
  dependencies: AnswerDependencies,
  answer: ResultAnswer,
  response: ResultResponse,
): Promise<AnswerOutcome> {
  const { database } = dependencies;
  const [named] = await findParticipations(database, [answer]);
  if (named === undefined) return { kind: 'not_found' };
  const transact = async () =>
    await database.transaction().execute(async (transaction) => {
      await lockFor(transaction, { sport: named.sport, answer, response });
      // Read once more, since it may have been answered or voided before the lock was there.
      const [participation] = await findParticipations(transaction, [answer]);
      if (participation === undefined) return { outcome: { kind: 'not_found' } as const, due: [] };
      const outcome = outcomeOf(participation, response);
      if (outcome.kind !== 'recorded') return { outcome, due: [] };
      const due = await record(transaction, dependencies, { participation, response });
      return { outcome, due };
    });
  const { outcome, due } = await inRatingSlot([named.sport].filter(isSport), transact);
  await settleNow(dependencies, due);
  return outcome;
}

/** Nobody voids the match meanwhile, and the player gives no other answer. */
async function lockFor(
  transaction: DatabaseTransaction,
  { sport, answer, response }: { sport: string; answer: ResultAnswer; response: ResultResponse },
): Promise<void> {
  // Both may move everybody who plays in the match.
  if (response === 'confirmed' || response === 'distinct') {
    await lockRatingsExclusive(transaction, [sport]);
    return;
  }
  await lockRatingsShared(transaction, [sport]);
  // A void locks all its players.
  await lockPlayers(transaction, { applicationId: null, ids: [answer.memberId], numbers: [] });
}

async function record(
  transaction: DatabaseTransaction,
  dependencies: AnswerDependencies,
  { participation, response }: { participation: Participation; response: ResultResponse },
): Promise<Due[]> {
  const now = dependencies.clock();
  const byPlayer = { participations: [participation], applicationId: null, now };
  let due: Due[] = [];
  if (response === 'confirmed') {
    due = await confirmParticipations(transaction, dependencies, byPlayer);
  } else if (response === 'distinct') {
    const { matchId } = participation;
    await insertResponses(transaction, { response, applicationId: null, createdAt: now }, [
      participation,
    ]);
    if (await isDistinctToAll(transaction, matchId)) {
      due = await releaseHeld(transaction, [matchId], {
        applicationId: null,
        now,
        lock: 'exclusive',
      });
    }
  } else {
    const responses = { response, applicationId: null, createdAt: now };
    await recordResponses(transaction, dependencies, responses, [participation]);
  }
  const { matchId, memberId, applicationId } = participation;
  await recordAudit(transaction, {
    occurredAt: now,
    actor: 'player',
    action: `match.${response}`,
    applicationId,
    memberId,
    details: { matchId },
  });
  return due;
}
