import { type AnyReply, ProblemError } from '@partner-rating/server';
import type { DatabaseTransaction } from '../database/schema.ts';
import { reseal, type SealedRows } from '../secrets/reseal.ts';
import { createSecretSealing, type KeySource, openOrNull } from '../secrets/sealing.ts';
import { secretAnswers } from './secret-answers.gen.ts';
import {
  countAnswers,
  type KeyClaim,
  lockAnswers,
  replaceAnswer,
  type StoredAnswerRow,
  storeAnswer,
} from './store/idempotency.ts';

interface RunningClaim {
  claim: KeyClaim;
  /** Converts an answer to the form in which it is stored. */
  seal: (text: string) => Promise<string>;
  /** The answer that the handler stored itself. */
  stored: AnyReply | null;
}

const running = new WeakMap<object, RunningClaim>();

/** Lets the request's handler store its answer under the key it has claimed. */
export function announceClaim(request: object, claim: KeyClaim, seal: RunningClaim['seal']): void {
  running.set(request, { claim, seal, stored: null });
}

/** Returns the answer that the handler stored itself; null if it stored none. */
export function storedAnswer(request: object): AnyReply | null {
  return running.get(request)?.stored ?? null;
}

/**
 * Stores the response to a request with an `Idempotency-Key` in the transaction of its change, so that both are stored
 * or neither. Does nothing without a key. Call it last in the transaction: after that, a repeated request waits for its
 * end. A second call replaces the answer.
 * @throws ProblemError `idempotency_in_progress` if the claim expired and another request has the
 *   key. Let it roll the transaction back.
 */
export async function storeIdempotentAnswer(
  request: object,
  transaction: DatabaseTransaction,
  { status, body }: AnyReply,
): Promise<void> {
  const current = running.get(request);
  if (current === undefined) return;
  const text = await current.seal(JSON.stringify(body ?? null));
  const isClaimed = await storeAnswer(transaction, current.claim, { status, body: text });
  if (!isClaimed) throw inProgress();
  current.stored = { status, body };
}

/**
 * Returns the error for a request whose key another request holds. The client may retry soon, when the other request
 * has ended.
 */
export function inProgress(): ProblemError {
  return new ProblemError('idempotency_in_progress', { headers: { 'retry-after': '1' } });
}

/** Seals responses for their `Idempotency-Key`. */
interface AnswerSealing {
  seal: (operation: string, context: Context, text: string) => Promise<string>;
  /** Returns null if the response was sealed with another key. */
  open: (operation: string, context: Context, sealed: string) => Promise<string | null>;
}

type Context = Pick<KeyClaim, 'owner' | 'key'>;

/** Binds a response to its owner and key: it cannot be opened for another one. */
const contextOfAnswer = ({ owner, key }: Context) => `answer ${owner} ${key}`;

/** Seals the responses that contain a secret, each for its own key, and leaves the others unchanged. */
export function createAnswerSealing(source: KeySource): AnswerSealing {
  const sealing = createSecretSealing(source);
  return {
    seal: async (operation, context, text) => {
      if (!secretAnswers.includes(operation)) return text;
      const sealed = await sealing.seal(text, contextOfAnswer(context));
      return Buffer.from(sealed).toString('base64');
    },
    open: async (operation, context, sealed) => {
      if (!secretAnswers.includes(operation)) return sealed;
      return await openOrNull(sealing, Buffer.from(sealed, 'base64'), contextOfAnswer(context));
    },
  };
}

/** The stored responses that contain a secret. */
export const sealedAnswers: SealedRows<StoredAnswerRow> = {
  count: (database) => countAnswers(database, secretAnswers),
  lockAfter: (transaction, row, limit) => lockAnswers(transaction, secretAnswers, row, limit),
  reseal: async (row, sealing) => {
    const sealed = Buffer.from(row.body, 'base64');
    const resealed = await reseal(sealing, sealed, contextOfAnswer(row));
    // If no key opens a response, nobody loses anything: a repeated request runs again.
    if (resealed === null || resealed === sealed) return row;
    return { ...row, body: Buffer.from(resealed).toString('base64') };
  },
  store: replaceAnswer,
  ownerOf: ({ owner }) => owner,
};
