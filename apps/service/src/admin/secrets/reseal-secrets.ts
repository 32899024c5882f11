import { sealedSecondFactors } from '../../accounts/reseal-second-factors.ts';
import { sealedOperatorKeys } from '../../operators/reseal-operator-keys.ts';
import { recordAudit } from '../../platform/audit/store/audit.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { sealedAnswers } from '../../platform/http/sealed-answers.ts';
import { acceptSecretsKey, requireSecretsKeys } from '../../platform/secrets/key-check.ts';
import { type Resealed, resealRows } from '../../platform/secrets/reseal.ts';
import { createSecretSealing } from '../../platform/secrets/sealing.ts';
import { resealKeyedHashKey } from '../../players/keyed-hash.ts';
import { sealedSigningSecrets } from '../../webhooks/reseal-signing-secrets.ts';

export interface ResealedSecrets {
  /** By the `client_id` of the application and the endpoint: those that are lost need a new secret. */
  endpoints: Resealed;
  /** By the id of the member: those that are lost log in with a recovery code, or have it removed. */
  secondFactors: Resealed;
  /** By the name of the operator: those that are lost are reset. */
  operatorKeys: Resealed;
  /** Answers that show a secret, stored for a day for their `Idempotency-Key`. */
  answers: Resealed;
}

export interface ResealSecretsOptions {
  /** Give up what no key opens. */
  isLost: boolean;
  isDryRun: boolean;
  onProgress: (what: keyof ResealedSecrets, done: number, total: number) => void;
}

/**
 * Seals everything with the first of the keys, and makes it the only one of the database. May run beside the service,
 * and again where it was interrupted.
 * @throws SecretsKeyError where a key of the database is missing and not said to be lost.
 */
export async function resealSecrets(
  { database, clock, configuration }: Dependencies,
  { isLost, isDryRun, onProgress }: ResealSecretsOptions,
): Promise<ResealedSecrets> {
  const sealing = createSecretSealing(configuration);
  if (!isLost) await requireSecretsKeys(database, sealing);
  const options = (what: keyof ResealedSecrets) => ({
    sealing,
    isDryRun,
    onProgress: (done: number, total: number) => onProgress(what, done, total),
  });
  const resealed = {
    endpoints: await resealRows(database, sealedSigningSecrets, options('endpoints')),
    secondFactors: await resealRows(database, sealedSecondFactors, options('secondFactors')),
    operatorKeys: await resealRows(database, sealedOperatorKeys, options('operatorKeys')),
    answers: await resealRows(database, sealedAnswers, options('answers')),
  };
  if (isDryRun) return resealed;
  const { endpoints, secondFactors } = resealed;
  await database.transaction().execute(async (transaction) => {
    await resealKeyedHashKey(transaction, sealing, { isLost });
    if (!(await acceptSecretsKey(transaction, sealing))) return;
    await recordAudit(transaction, {
      occurredAt: clock(),
      actor: 'operator',
      action: 'secrets_key.changed',
      applicationId: null,
      memberId: null,
      details: { lost: endpoints.lost, lostSecondFactors: secondFactors.lost.length },
    });
  });
  return resealed;
}
