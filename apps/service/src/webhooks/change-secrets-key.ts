import { recordAudit } from '../platform/audit/store/audit.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { acceptSecretsKey, checkSecretsKey } from '../platform/secrets/key-check.ts';
import {
  createSecretSealing,
  openOrNull,
  type SecretSealing,
} from '../platform/secrets/sealing.ts';
import { resealKeyedHashKey } from '../players/keyed-hash.ts';
import { lockSealedSecrets, replaceSecret } from './store/endpoints.ts';

export interface ChangedKey {
  /** How many endpoints have secrets that the present key opens now. */
  readable: number;
  /** The `client_id`s of the others: they need a new secret. */
  lost: string[];
}

/**
 * Makes the present key the one of the database, and seals with it what the previous key opens; null
 * where that one is lost. All or nothing.
 * @throws SecretsKeyError where the previous key is not the one of the database.
 */
export async function changeSecretsKey(
  { database, clock, configuration }: Dependencies,
  previous: SecretSealing | null,
): Promise<ChangedKey> {
  const present = createSecretSealing(configuration);
  const reseal = async (sealed: Uint8Array | null, context: string) => {
    if (sealed === null || previous === null) return null;
    const secret = await openOrNull(previous, sealed, context);
    return secret === null ? null : await present.seal(secret, context);
  };
  return await database.transaction().execute(async (transaction) => {
    if (previous !== null) await checkSecretsKey(transaction, previous);
    await acceptSecretsKey(transaction, present);
    await resealKeyedHashKey(transaction, { previous, present });
    const endpoints = await lockSealedSecrets(transaction);
    const lost: string[] = [];
    for (const { applicationId, clientId, ...sealed } of endpoints) {
      if ((await openOrNull(present, sealed.secretSealed, applicationId)) !== null) continue;
      const secretSealed = await reseal(sealed.secretSealed, applicationId);
      if (secretSealed === null) lost.push(clientId);
      else {
        await replaceSecret(transaction, applicationId, {
          ...sealed,
          secretSealed,
          previousSecretSealed: await reseal(sealed.previousSecretSealed, applicationId),
        });
      }
    }
    await recordAudit(transaction, {
      occurredAt: clock(),
      actor: 'operator',
      action: 'secrets_key.changed',
      applicationId: null,
      memberId: null,
      details: { lost },
    });
    return { readable: endpoints.length - lost.length, lost };
  });
}
