import type { OperationId } from '@partner-rating/server';
import { createSecretSealing, type KeySource, openOrNull } from '../secrets/sealing.ts';
import type { KeyClaim } from './store/idempotency.ts';

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
