import type { DatabaseTransaction } from '../platform/database/schema.ts';
import { type ChangingKeys, type Resealed, reseal } from '../platform/secrets/reseal.ts';
import { openOrNull } from '../platform/secrets/sealing.ts';
import { lockKeys, replaceKey } from './store/second-factors.ts';

/** Seals the keys of all second factors with the present key; lost ones by the id of their member. */
export async function resealSecondFactors(
  transaction: DatabaseTransaction,
  keys: ChangingKeys,
): Promise<Resealed> {
  const factors = await lockKeys(transaction);
  const lost: string[] = [];
  for (const { memberId, keySealed } of factors) {
    if ((await openOrNull(keys.present, keySealed, memberId)) !== null) continue;
    const resealed = await reseal(keys, keySealed, memberId);
    if (resealed === null) lost.push(memberId);
    else await replaceKey(transaction, memberId, resealed);
  }
  return { readable: factors.length - lost.length, lost };
}
