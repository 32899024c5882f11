import type { DatabaseTransaction } from '../platform/database/schema.ts';
import { type ChangingKeys, type Resealed, reseal } from '../platform/secrets/reseal.ts';
import { openOrNull } from '../platform/secrets/sealing.ts';
import { lockSealedSecrets, replaceSecret } from './store/endpoints.ts';

/** Seals the signing secrets of every endpoint with the present key; lost ones by `client_id` and endpoint. */
export async function resealSigningSecrets(
  transaction: DatabaseTransaction,
  keys: ChangingKeys,
): Promise<Resealed> {
  const endpoints = await lockSealedSecrets(transaction);
  const lost: string[] = [];
  for (const { applicationId, clientId, endpointId, ...sealed } of endpoints) {
    if ((await openOrNull(keys.present, sealed.secretSealed, applicationId)) !== null) continue;
    const secretSealed = await reseal(keys, sealed.secretSealed, applicationId);
    if (secretSealed === null) {
      lost.push(`${clientId} ${endpointId}`);
      continue;
    }
    const { previousSecretSealed: before } = sealed;
    const previousSecretSealed = before && (await reseal(keys, before, applicationId));
    await replaceSecret(transaction, endpointId, {
      ...sealed,
      secretSealed,
      previousSecretSealed,
    });
  }
  return { readable: endpoints.length - lost.length, lost };
}
