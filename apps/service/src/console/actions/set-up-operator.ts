import { rememberDevice } from '../../connect/login/devices.ts';
import { timeStepOf } from '../../connect/login/domain/passwords.ts';
import { endLinks } from '../../connect/login/links.ts';
import { recordAccountAudit } from '../../connect/login/realms.ts';
import { findAccount, lockAccount, overwritePassword } from '../../connect/login/store/accounts.ts';
import { consumeLink, findLink } from '../../connect/login/store/links.ts';
import { insertSecondFactor } from '../../connect/login/store/second-factors.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { hashSecret, type SecretSealing } from '../../platform/secrets/sealing.ts';

const of = 'operator';

const setUpLink = (token: string, now: Date) =>
  ({ of, tokenHash: hashSecret(token), purpose: 'set-up', now }) as const;

/** The operator of a set-up link; null if the link has expired or was used. */
export async function findSetUp(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  token: string,
): Promise<{ id: string; name: string } | null> {
  const { accountId: id = null } = (await findLink(database, setUpLink(token, clock()))) ?? {};
  const account = id === null ? undefined : await findAccount(database, id);
  return id === null || !account?.name ? null : { id, name: account.name };
}

interface SetUpRequest {
  token: string;
  passwordHash: string;
  key: string;
  /** Six digits, which prove that the app has the key. */
  digits: string;
  /** The token of a known browser; null for a new one. */
  device: string | null;
  /** The name of the browser. */
  browser: string;
}

/**
 * Stores the password and the key of an operator together, so that an account never has
 * only one of the two. Remembers the browser, so that guesses of others cannot lock the operator out.
 */
export async function setUpOperator(
  dependencies: Dependencies,
  sealing: SecretSealing,
  { token, passwordHash, key, digits, device, browser }: SetUpRequest,
): Promise<{ device: string } | 'wrong' | 'expired'> {
  const now = dependencies.clock();
  const operator = await findSetUp(dependencies, token);
  if (operator === null) return 'expired';
  const timeStep = timeStepOf(digits, key, now);
  if (timeStep === null) return 'wrong';
  const { id: accountId } = operator;
  const keySealed = await sealing.seal(key, accountId);
  return await dependencies.database.transaction().execute(async (transaction) => {
    const isOpen =
      (await lockAccount(transaction, accountId)) &&
      (await consumeLink(transaction, setUpLink(token, now))) !== undefined &&
      (await insertSecondFactor(transaction, { accountId, keySealed, timeStep, now }));
    if (!isOpen) return 'expired';
    await overwritePassword(transaction, { accountId, passwordHash, now });
    await endLinks(transaction, { accountId, now });
    await recordAccountAudit(transaction, { of, accountId, now, action: 'operator.set_up' });
    const known = { of, accountId, email: null, device, browser } as const;
    return { device: await rememberDevice(transaction, dependencies, known) };
  });
}
