import type { OperationId } from '@partner-rating/server';
import { reseal, type SealedRows } from '../secrets/reseal.ts';
import { createSecretSealing, type KeySource, openOrNull } from '../secrets/sealing.ts';
import type { KeyClaim } from './store/idempotency.ts';
import {
  countAnswers,
  lockAnswers,
  replaceAnswer,
  type StoredAnswerRow,
} from './store/sealed-answers.ts';

/** How the answer to a request is sealed for its `Idempotency-Key`. */
export interface AnswerSealing {
  seal: (operation: OperationId, context: Context, text: string) => Promise<string>;
  /** Null where it was sealed with another key. */
  open: (operation: OperationId, context: Context, sealed: string) => Promise<string | null>;
}

type Context = Pick<KeyClaim, 'applicationId' | 'key'>;

/** Operations whose answer shows a secret, which the database must not hold in the clear. */
export const SHOWING_SECRETS: readonly OperationId[] = [
  'webhooks.createEndpoint',
  'webhooks.rotateSecret',
];

/** Binds an answer to its application and key: sealed for one, it opens for no other. */
export const contextOfAnswer = ({ applicationId, key }: Context) =>
  `answer ${applicationId} ${key}`;

/** Seals the answers that show a secret, each for its own key, and leaves the others as they are. */
export function createAnswerSealing(source: KeySource): AnswerSealing {
  const sealing = createSecretSealing(source);
  return {
    seal: async (operation, context, text) => {
      if (!SHOWING_SECRETS.includes(operation)) return text;
      const sealed = await sealing.seal(text, contextOfAnswer(context));
      return Buffer.from(sealed).toString('base64');
    },
    open: async (operation, context, sealed) => {
      if (!SHOWING_SECRETS.includes(operation)) return sealed;
      return await openOrNull(sealing, Buffer.from(sealed, 'base64'), contextOfAnswer(context));
    },
  };
}

/** The answers that show a secret, each stored for its `Idempotency-Key`. */
export const sealedAnswers: SealedRows<StoredAnswerRow> = {
  count: (database) => countAnswers(database, SHOWING_SECRETS),
  lockAfter: (transaction, row, limit) => lockAnswers(transaction, SHOWING_SECRETS, row, limit),
  reseal: async (row, sealing) => {
    const sealed = Buffer.from(row.body, 'base64');
    const resealed = await reseal(sealing, sealed, contextOfAnswer(row));
    // One that no key opens is lost to nobody: a repeat of its request runs again.
    if (resealed === null || resealed === sealed) return row;
    return { ...row, body: Buffer.from(resealed).toString('base64') };
  },
  store: replaceAnswer,
  ownerOf: ({ applicationId }) => applicationId,
};
