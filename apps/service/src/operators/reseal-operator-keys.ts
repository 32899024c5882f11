import { reseal, type SealedRows } from '../platform/secrets/reseal.ts';
import {
  countOperatorKeys,
  lockOperatorKeys,
  type OperatorKey,
  replaceOperatorKey,
} from './store/operator-keys.ts';

/** The keys of the second factors of operators. */
export const sealedOperatorKeys: SealedRows<OperatorKey> = {
  count: countOperatorKeys,
  lockAfter: lockOperatorKeys,
  reseal: async (row, sealing) => {
    const keySealed = await reseal(sealing, row.keySealed, row.id);
    if (keySealed === null) return null;
    return keySealed === row.keySealed ? row : { ...row, keySealed };
  },
  store: (transaction, { id, keySealed }) => replaceOperatorKey(transaction, id, keySealed),
  ownerOf: ({ name }) => name,
};
