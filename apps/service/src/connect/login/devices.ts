import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { DatabaseTransaction } from '../../platform/database/schema.ts';
import { hashSecret, newSecret } from '../../platform/secrets/sealing.ts';
import { browserWords } from './domain/account-mail.ts';
import { setCookie } from './posted-form.ts';
import { queueAccountMail, type Realm, recordAccountAudit } from './realms.ts';
import {
  type AccountHolder,
  lockOpenAccountOf,
  type NamedAccount,
  type RealmName,
} from './store/accounts.ts';
import { findDevice, hasDevices, isDeviceOf, upsertDevice } from './store/devices.ts';
import { consumeLink, findLink } from './store/links.ts';

// As long as browsers keep a cookie.
export const DEVICE_LIFETIME_SECONDS = 400 * 24 * 60 * 60;

/**
 * Whether this browser has logged in to the account before. Only who had the password then has its
 * cookie, so nobody else can use up what such a browser may still try.
 */
export async function isKnownDevice(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  named: NamedAccount,
  device: string | null,
): Promise<boolean> {
  if (device === null) return false;
  return await isDeviceOf(database, { ...named, tokenHash: hashSecret(device), now: clock() });
}

/** The same of somebody whose account is known already: the token where it is, null where not. */
export async function knownDeviceOf(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  accountId: string,
  device: string | null,
): Promise<string | null> {
  if (device === null) return null;
  const wanted = { accountId, tokenHash: hashSecret(device), now: clock() };
  return (await findDevice(database, wanted)) ? device : null;
}

interface LoggedInFrom extends AccountHolder {
  /** What the browser sent; null where it is new. */
  device: string | null;
  /** The browser in words. */
  browser: string;
}

/**
 * Remembers the browser of a log-in and returns the token it is known by. The owner is sent a mail
 * where the account has logged in before, and never with this browser.
 */
export async function rememberDevice(
  transaction: DatabaseTransaction,
  dependencies: Dependencies,
  { of, accountId, email, device, browser }: LoggedInFrom,
): Promise<string> {
  const now = dependencies.clock();
  const token = device ?? newSecret('');
  const tokenHash = hashSecret(token);
  const isKnown = await findDevice(transaction, { accountId, tokenHash, now });
  if (email !== null && !isKnown && (await hasDevices(transaction, accountId))) {
    const mail = { kind: 'log-in', details: { browser } } as const;
    await queueAccountMail(transaction, dependencies, { of, accountId, email, ...mail });
  }
  const expiresAt = new Date(now.getTime() + DEVICE_LIFETIME_SECONDS * 1_000);
  await upsertDevice(transaction, { accountId, tokenHash, now, expiresAt });
  return token;
}

export function deviceCookie(publicUrl: string, realm: Realm, token: string): string {
  return setCookie(publicUrl, realm, 'device', token, DEVICE_LIFETIME_SECONDS);
}

/** How long a browser that a link allowed may take to log in, in milliseconds. */
export const ALLOWED_MILLISECONDS = 60 * 60_000;

const purpose = 'log-in';

/** Whether a link that lets a browser log in can still be used. */
export async function isLogInLink(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  of: RealmName,
  token: string,
): Promise<boolean> {
  const wanted = { of, tokenHash: hashSecret(token), purpose, now: clock() } as const;
  return (await findLink(database, wanted)) !== undefined;
}

interface AllowedBrowser {
  /** The token by which it is known already; null where it is new. */
  device: string | null;
  userAgent: string | null;
}

/**
 * Uses a link up that lets a browser log in however many passwords others have guessed: from then on it
 * counts as one that logged in before, and still has to give password and code. Returns the token by which it
 * is known; null where the link was used, has expired, or was made for an address that is no longer that of
 * an account that is open.
 */
export async function allowBrowser(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  of: RealmName,
  linkToken: string,
  { device, userAgent }: AllowedBrowser,
): Promise<string | null> {
  const now = clock();
  return await database.transaction().execute(async (transaction) => {
    const used = { of, tokenHash: hashSecret(linkToken), purpose, now } as const;
    const { accountId = null, email = '' } = (await findLink(transaction, used)) ?? {};
    if (accountId === null) return null;
    // Before its links, in the order in which they are ended.
    if (!(await lockOpenAccountOf(transaction, { accountId, email }))) return null;
    if ((await consumeLink(transaction, used)) === undefined) return null;
    const token = device ?? newSecret('');
    const expiresAt = new Date(now.getTime() + ALLOWED_MILLISECONDS);
    await upsertDevice(transaction, { accountId, tokenHash: hashSecret(token), now, expiresAt });
    const details = { browser: browserWords(userAgent).name };
    const action = 'log_in.allowed';
    await recordAccountAudit(transaction, { of, accountId, action, now, details });
    return token;
  });
}
