import { lockAgainstErasure } from '../members/store/members.ts';
import { recordAudit } from '../platform/audit/store/audit.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { DatabaseTransaction } from '../platform/database/schema.ts';
import { type Due, settleNow } from '../ratings/settlement/settle-now.ts';
import { inWriteTransaction } from './batch-transaction.ts';
import { type AnswerOutcome, outcomeOf } from './domain/corrections.ts';
import { confirmParticipations, recordResponses } from './record-responses.ts';
import { releaseHeld } from './recount.ts';
import {
  type AnswerReason,
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
  /** Why the result is wrong, if the player says so. */
  reason?: AnswerReason;
}

/** Confirms a result, so that the result moves the player's rating as if the player had agreed from the start. */
export async function confirmResult(
  dependencies: AnswerDependencies,
  answer: ResultAnswer,
): Promise<AnswerOutcome> {
  return await respond(dependencies, answer, 'confirmed');
}

/** Denies an unconfirmed result ("this is wrong"). The result still moves no rating of the player. */
export async function denyResult(
  dependencies: AnswerDependencies,
  answer: ResultAnswer,
): Promise<AnswerOutcome> {
  return await respond(dependencies, answer, 'denied');
}

/** Disputes a confirmed result ("this is wrong"). The result counts until the reporting application voids it. */
export async function disputeResult(
  dependencies: AnswerDependencies,
  answer: ResultAnswer,
): Promise<AnswerOutcome> {
  return await respond(dependencies, answer, 'disputed');
}

/** Says that a held result, a possible duplicate, is a separate match. The result counts once all its players say so. */
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
  const locks = { sports: [named.sport], lock: 'exclusive' } as const;
  const { outcome, due } = await inWriteTransaction(database, locks, async (transaction) => {
    // First, because the event contains the player's name.
    if (!(await lockAgainstErasure(transaction, answer.memberId))) {
      return { outcome: { kind: 'not_found' } as const, due: [] };
    }
    // Read again, because the result may have been answered or voided before this transaction had the lock.
    const [participation] = await findParticipations(transaction, [answer]);
    if (participation === undefined) return { outcome: { kind: 'not_found' } as const, due: [] };
    const found = outcomeOf(participation, response);
    if (found.kind !== 'recorded') return { outcome: found, due: [] };
    return {
      outcome: found,
      due: await record(transaction, dependencies, {
        ...{ participation, response, reason: answer.reason },
      }),
    };
  });
  await settleNow(dependencies, due);
  return outcome;
}

interface Recorded {
  participation: Participation;
  response: ResultResponse;
  reason: AnswerReason | undefined;
}

async function record(
  transaction: DatabaseTransaction,
  dependencies: AnswerDependencies,
  { participation, response, reason }: Recorded,
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
    const responses = { response, applicationId: null, createdAt: now, reason };
    await recordResponses(transaction, dependencies, responses, [participation]);
  }
  const { matchId, memberId, applicationId } = participation;
  await recordAudit(transaction, {
    occurredAt: now,
    actor: 'player',
    action: `match.${response}`,
    applicationId,
    memberId,
    details: { matchId, ...(reason !== undefined && { reason }) },
  });
  return due;
}
