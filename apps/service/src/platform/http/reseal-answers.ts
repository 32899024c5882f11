import { reseal, type SealedRows } from '../secrets/reseal.ts';
import { contextOfAnswer, SHOWING_SECRETS } from './sealed-answers.ts';
import {
  countAnswers,
  lockAnswers,
  replaceAnswer,
  type StoredAnswerRow,
} from './store/sealed-answers.ts';

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
