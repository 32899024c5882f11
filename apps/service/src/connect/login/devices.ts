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

// The longest time for which browsers keep a cookie.
export const DEVICE_LIFETIME_SECONDS = 400 * 24 * 60 * 60;

/**
 * Returns whether this browser has logged in to the account before. Only somebody with the password could get
 * the cookie of the browser, so nobody else can use up its attempts.
 */
export async function isKnownDevice(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  named: NamedAccount,
  device: string | null,
): Promise<boolean> {
  if (device === null) return false;
  return await isDeviceOf(database, { ...named, tokenHash: hashSecret(device), now: clock() });
}

/** Returns the token of the browser if it has logged in to this account before, otherwise null. */
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
  /** The token that the browser sent. Null if it is new. */
  device: string | null;
  /** The browser in words. */
  browser: string;
}

/**
 * Remembers the browser of a log-in and returns its token. Mails the owner about a new browser, except at the first
 * log-in.
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

/** How long a browser may take to log in after its link was used, in milliseconds. */
export const ALLOWED_MILLISECONDS = 60 * 60_000;

const purpose = 'log-in';

/** Returns whether a link that lets a browser log in is still valid. */
export async function isLogInLink(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  of: RealmName,
  token: string,
): Promise<boolean> {
  const wanted = { of, tokenHash: hashSecret(token), purpose, now: clock() } as const;
  return (await findLink(database, wanted)) !== undefined;
}

interface AllowedBrowser {
  /** The token of a known browser. Null if it is new. */
  device: string | null;
  userAgent: string | null;
}

/**
 * Uses a link that lets a browser log in after too many wrong passwords of others. After that, the browser counts as
 * one that logged in before, and still has to enter password and code. Returns the browser's token,
 * or null if the link is used or expired, the account is locked, or its address
 * has changed.
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
    // Locks the account before its links, in the order in which links are ended.
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
