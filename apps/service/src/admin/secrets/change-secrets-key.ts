import { resealSecondFactors } from '../../accounts/reseal-second-factors.ts';
import { recordAudit } from '../../platform/audit/store/audit.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { acceptSecretsKey, checkSecretsKey } from '../../platform/secrets/key-check.ts';
import type { Resealed } from '../../platform/secrets/reseal.ts';
import { createSecretSealing, type SecretSealing } from '../../platform/secrets/sealing.ts';
import { resealKeyedHashKey } from '../../players/keyed-hash.ts';
import { resealSigningSecrets } from '../../webhooks/reseal-signing-secrets.ts';

export interface ChangedKey {
  /** By the `client_id` of the application: those that are lost need a new secret. */
  endpoints: Resealed;
  /** By the id of the member: those that are lost log in with a recovery code, or have it removed. */
  secondFactors: Resealed;
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
  return await database.transaction().execute(async (transaction) => {
    if (previous !== null) await checkSecretsKey(transaction, previous);
    await acceptSecretsKey(transaction, present);
    const keys = { previous, present };
    await resealKeyedHashKey(transaction, keys);
    const endpoints = await resealSigningSecrets(transaction, keys);
    const secondFactors = await resealSecondFactors(transaction, keys);
    await recordAudit(transaction, {
      occurredAt: clock(),
      actor: 'operator',
      action: 'secrets_key.changed',
      applicationId: null,
      memberId: null,
      details: { lost: endpoints.lost, lostSecondFactors: secondFactors.lost.length },
    });
    return { endpoints, secondFactors };
  });
}
