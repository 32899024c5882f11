import { timeStepOf } from '../accounts/domain/one-time-code.ts';
import { actAs } from '../platform/audit/store/acting-operator.ts';
import { recordAudit } from '../platform/audit/store/audit.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { SecretSealing } from '../platform/secrets/sealing.ts';
import { hashSecret } from '../platform/secrets/secrets.ts';
import { actOfOperator } from './act-of-operator.ts';
import { rememberOperatorDevice } from './devices.ts';
import { findByLink, storeSetUp } from './store/operator-accounts.ts';

/** The operator that a link's token is for; null where it has expired or was used. */
export async function findSetUp(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  token: string,
): Promise<{ id: string; name: string } | null> {
  return (await findByLink(database, hashSecret(token), clock())) ?? null;
}

export interface SetUpRequest {
  token: string;
  passwordHash: string;
  key: string;
  /** Six digits, by which the app shows that it has the key. */
  digits: string;
  /** The token by which the browser is known; null where it is new. */
  device: string | null;
}

/**
 * Gives an operator's account the password and the key it logs in with: both at once, so that there is never
 * only one. The browser is known from then on, so that nobody's guesses keep the operator from the log-in.
 */
export async function setUpOperator(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  sealing: SecretSealing,
  { token, passwordHash, key, digits, device }: SetUpRequest,
): Promise<{ device: string } | 'wrong' | 'expired'> {
  const now = clock();
  const operator = await findSetUp({ database, clock }, token);
  if (operator === null) return 'expired';
  const timeStep = timeStepOf(digits, key, now);
  if (timeStep === null) return 'wrong';
  const keySealed = await sealing.seal(key, operator.id);
  const setUp = { linkHash: hashSecret(token), passwordHash, keySealed, timeStep, now };
  return await actAs(operator.name, async () =>
    database.transaction().execute(async (transaction) => {
      if (!(await storeSetUp(transaction, setUp))) return 'expired';
      await recordAudit(transaction, { ...actOfOperator(now), action: 'operator.set_up' });
      return {
        device: await rememberOperatorDevice(transaction, { operatorId: operator.id, device, now }),
      };
    }),
  );
}
