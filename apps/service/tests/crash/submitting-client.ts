import { setTimeout as sleep } from 'node:timers/promises';
import type { Schemas } from '@partner-rating/server';
import { type BatchAnswer, postBatch } from '../../src/matches/testing/post-batch.ts';
import type { ServiceProcess } from '../../src/testing/service-process.ts';

/** A batch that a client has sent until it was acknowledged, and the final response. */
export interface Acknowledged {
  batch: Schemas.MatchBatch;
  result: Schemas.MatchBatchResult;
  /** How often the connection broke before a response. */
  interruptions: number;
  /** Whether the response belongs to an earlier attempt whose response was lost. */
  isReplayed: boolean;
}

export interface Partner {
  apiKey: string;
  /** Makes its Idempotency-Keys differ from those of other clients. */
  name: string;
  nextBatch: () => Schemas.MatchBatch;
}

interface Pending {
  batch: Schemas.MatchBatch;
  idempotencyKey: string;
  interruptions: number;
  /** When it may be sent again. */
  due: number;
}

const RETRY_AFTER_MILLISECONDS = 1_000;
const UNREACHED_MILLISECONDS = 20;

/**
 * Acts as a partner's program: submits one batch after the other, and repeats each unacknowledged batch
 * with its Idempotency-Key, until it is stopped and everything is acknowledged.
 */
export async function submitUntil(
  isOver: () => boolean,
  service: ServiceProcess,
  { apiKey, name, nextBatch }: Partner,
  onAcknowledged: (acknowledged: Acknowledged) => void,
): Promise<void> {
  const pending = new Set<Pending>();
  let count = 0;

  const next = (): Pending | undefined => {
    const again = [...pending].find(({ due }) => due <= performance.now());
    if (again !== undefined || isOver()) return again;
    count += 1;
    const fresh = {
      batch: nextBatch(),
      idempotencyKey: `${name}-${count}`,
      interruptions: 0,
      due: 0,
    };
    pending.add(fresh);
    return fresh;
  };
  const send = async (submission: Pending): Promise<void> => {
    const { batch, idempotencyKey } = submission;
    let answer: BatchAnswer;
    try {
      answer = await postBatch(service.baseUrl, apiKey, batch, idempotencyKey);
    } catch {
      submission.interruptions += 1;
      submission.due = performance.now() + UNREACHED_MILLISECONDS;
      await service.ready();
      return;
    }
    // Both ask to wait: the first attempt may still run, or the database was silent for a moment.
    if (answer.status === 409 || answer.status === 503) {
      submission.due = performance.now() + RETRY_AFTER_MILLISECONDS;
    } else if (answer.status === 200) {
      pending.delete(submission);
      const result = JSON.parse(answer.text) as Schemas.MatchBatchResult;
      const { interruptions } = submission;
      onAcknowledged({ batch, result, interruptions, isReplayed: answer.isReplayed });
    } else {
      throw new Error(`A batch was answered ${answer.status}: ${answer.text}\n${service.output()}`);
    }
  };

  while (!isOver() || pending.size > 0) {
    const submission = next();
    if (submission === undefined) await sleep(UNREACHED_MILLISECONDS);
    else await send(submission);
  }
}

/** Voids a match, and repeats it until it is acknowledged. */
export async function voidUntilAnswered(
  service: ServiceProcess,
  apiKey: string,
  matchId: string,
): Promise<void> {
  for (;;) {
    const answer = await postVoid(service, apiKey, matchId).catch(() => null);
    if (answer === null) {
      await sleep(UNREACHED_MILLISECONDS);
      await service.ready();
    } else if (answer.status === 503) {
      await sleep(RETRY_AFTER_MILLISECONDS);
    } else if (answer.status === 200) {
      return;
    } else {
      throw new Error(`A void was answered ${answer.status}: ${answer.text}`);
    }
  }
}

async function postVoid({ baseUrl }: ServiceProcess, apiKey: string, matchId: string) {
  const response = await fetch(`${baseUrl}/partner/matches/${matchId}/void`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    body: JSON.stringify({ reason: 'Entered twice.' }),
  });
  return { status: response.status, text: await response.text() };
}
