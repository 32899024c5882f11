import { type AnyReply, ProblemError } from '@partner-rating/server';
import type { FastifyRequest } from 'fastify';
import type { DatabaseTransaction } from '../database/schema.ts';
import { type KeyClaim, storeAnswer } from './store/idempotency.ts';

interface RunningClaim {
  claim: KeyClaim;
  /** Converts an answer to the form in which it is stored. */
  seal: (text: string) => Promise<string>;
  isAnswerStored: boolean;
}

const running = new WeakMap<FastifyRequest, RunningClaim>();

/** Lets the request's handler store its answer under the key it has claimed. */
export function announceClaim(
  request: FastifyRequest,
  claim: KeyClaim,
  seal: RunningClaim['seal'],
): void {
  running.set(request, { claim, seal, isAnswerStored: false });
}

/** Whether the handler has stored the answer itself. */
export function isAnswerStored(request: FastifyRequest): boolean {
  return running.get(request)?.isAnswerStored === true;
}

/**
 * Stores the answer to a request with an `Idempotency-Key` in the transaction of what it did, so
 * that neither can be there without the other; without a key it does nothing. Call it last in the
 * transaction: from then on a repeated request waits for its end.
 *
 * What is stored is what a repeated request gets.
 * @throws ProblemError `idempotency_in_progress` where the request was given up for dead and
 *   another one has its key: let it roll the transaction back.
 */
export async function storeIdempotentAnswer(
  request: FastifyRequest,
  transaction: DatabaseTransaction,
  { status, body }: AnyReply,
): Promise<void> {
  const current = running.get(request);
  if (current === undefined) return;
  const text = await current.seal(JSON.stringify(body ?? null));
  const isClaimed = await storeAnswer(transaction, current.claim, { status, body: text });
  if (!isClaimed) throw inProgress();
  current.isAnswerStored = true;
}

/** Refuses a request whose key another one holds. A request is over soon, or is given up for dead. */
export function inProgress(): ProblemError {
  return new ProblemError('idempotency_in_progress', { headers: { 'retry-after': '1' } });
}
