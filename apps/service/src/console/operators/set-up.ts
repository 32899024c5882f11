import { ALLOWED_MILLISECONDS } from '../../connect/login/devices.ts';
import { browserWords } from '../../connect/login/domain/account-mail.ts';
import { timeStepOf } from '../../connect/login/domain/passwords.ts';
import { actAs, recordAudit } from '../../platform/audit/store/audit.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { DatabaseTransaction } from '../../platform/database/schema.ts';
import { reseal, type SealedRows } from '../../platform/secrets/reseal.ts';
import { hashSecret, newSecret, type SecretSealing } from '../../platform/secrets/sealing.ts';
import { actOfOperator, rememberOperatorDevice } from './sessions.ts';
import { findByLink, type StoredLink, storeSetUp } from './store/operator-accounts.ts';
import {
  consumeOperatorLink,
  countOperatorKeys,
  findOperatorLink,
  insertOperatorLink,
  lockOperatorKeys,
  type OperatorKey,
  replaceOperatorKey,
  upsertOperatorDevice,
} from './store/operator-devices.ts';

/** The operator that a link's token is for; null where it has expired or was used. */
export async function findSetUp(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  token: string,
): Promise<{ id: string; name: string } | null> {
  return (await findByLink(database, hashSecret(token), clock())) ?? null;
}

interface SetUpRequest {
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

export const ALLOW_PATH = '/operator/log-in/allow';

const LIFETIME_MILLISECONDS = 24 * 60 * 60_000;

type WithClock = Pick<Dependencies, 'database' | 'clock'>;

/** Makes a one-use link by which an operator lets a new browser log in, and returns its address. */
export async function createOperatorLink(
  transaction: DatabaseTransaction,
  { clock, publicUrl }: Pick<Dependencies, 'clock' | 'publicUrl'>,
  operatorId: string,
): Promise<string> {
  const now = clock();
  const token = newSecret('');
  const expiresAt = new Date(now.getTime() + LIFETIME_MILLISECONDS);
  await insertOperatorLink(transaction, {
    tokenHash: hashSecret(token),
    operatorId,
    now,
    expiresAt,
  });
  return `${publicUrl}${ALLOW_PATH}?token=${token}`;
}

/** Whether such a link can still be used. */
export async function isOperatorLink(
  { database, clock }: WithClock,
  token: string,
): Promise<boolean> {
  const wanted = { tokenHash: hashSecret(token), now: clock() };
  return (await findOperatorLink(database, wanted)) !== undefined;
}

/**
 * Uses the link up: from then on the browser counts as one that logged in before, and still has to give
 * password and code. Returns the token by which it is known; null where the link was used or has expired.
 */
export async function allowOperatorBrowser(
  { database, clock }: WithClock,
  linkToken: string,
  { device, userAgent }: { device: string | null; userAgent: string | null },
): Promise<string | null> {
  const now = clock();
  const tokenHash = hashSecret(linkToken);
  const link = await findOperatorLink(database, { tokenHash, now });
  if (link === undefined) return null;
  const { operatorId, name } = link;
  return await actAs(name, async () =>
    database.transaction().execute(async (transaction) => {
      if (!(await consumeOperatorLink(transaction, tokenHash))) return null;
      const token = device ?? newSecret('');
      const expiresAt = new Date(now.getTime() + ALLOWED_MILLISECONDS);
      const known = { operatorId, tokenHash: hashSecret(token), now, expiresAt };
      await upsertOperatorDevice(transaction, known);
      const details = { browser: browserWords(userAgent).name };
      const act = actOfOperator(now);
      await recordAudit(transaction, { ...act, action: 'operator.browser_allowed', details });
      return token;
    }),
  );
}

export const SET_UP_PATH = '/operator/set-up';

const SET_UP_LIFETIME_MILLISECONDS = 24 * 60 * 60 * 1_000;

/** A new link by which an operator sets the account up, once, and what is stored of it. */
export function newSetUpLink({ clock, publicUrl }: Pick<Dependencies, 'clock' | 'publicUrl'>): {
  address: string;
  link: StoredLink;
} {
  const token = newSecret('');
  return {
    address: `${publicUrl}${SET_UP_PATH}?token=${token}`,
    link: {
      hash: hashSecret(token),
      expiresAt: new Date(clock().getTime() + SET_UP_LIFETIME_MILLISECONDS),
    },
  };
}
