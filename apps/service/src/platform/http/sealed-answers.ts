import type { OperationId } from '@partner-rating/server';
import { createSecretSealing, type KeySource, openOrNull } from '../secrets/sealing.ts';
import type { KeyClaim } from './store/idempotency.ts';

/** How the answer to a request is kept for its `Idempotency-Key`. */
export interface AnswerSealing {
  seal: (operation: OperationId, place: Place, text: string) => Promise<string>;
  /** Null where it was sealed with another key. */
  open: (operation: OperationId, place: Place, kept: string) => Promise<string | null>;
}

type Place = Pick<KeyClaim, 'applicationId' | 'key'>;

/** Operations whose answer shows a secret, which the database must not hold in the clear. */
const SHOWING_SECRETS: readonly OperationId[] = ['webhooks.rotateSecret'];

/** Seals the answers that show a secret, each for its own key, and leaves the others as they are. */
export function createAnswerSealing(source: KeySource): AnswerSealing {
  const sealing = createSecretSealing(source);
  const contextOf = ({ applicationId, key }: Place) => `answer ${applicationId} ${key}`;
  return {
    seal: async (operation, place, text) => {
      if (!SHOWING_SECRETS.includes(operation)) return text;
      const sealed = await sealing.seal(text, contextOf(place));
      return Buffer.from(sealed).toString('base64');
    },
    open: async (operation, place, kept) => {
      if (!SHOWING_SECRETS.includes(operation)) return kept;
      return await openOrNull(sealing, Buffer.from(kept, 'base64'), contextOf(place));
    },
  };
}
