import { reseal, type SealedRows } from '../platform/secrets/reseal.ts';
import { countKeys, lockKeys, replaceKey, type SealedKeyRow } from './store/second-factors.ts';

/** The keys of all second factors. */
export const sealedSecondFactors: SealedRows<SealedKeyRow> = {
  count: countKeys,
  lockAfter: lockKeys,
  reseal: async (row, sealing) => {
    const keySealed = await reseal(sealing, row.keySealed, row.memberId);
    if (keySealed === null) return null;
    return keySealed === row.keySealed ? row : { ...row, keySealed };
  },
  store: (transaction, { memberId, keySealed }) => replaceKey(transaction, memberId, keySealed),
  ownerOf: ({ memberId }) => memberId,
};
