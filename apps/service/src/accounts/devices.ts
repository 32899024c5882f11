import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { DatabaseTransaction } from '../platform/database/schema.ts';
import { queueMail } from '../platform/mail/outbox.ts';
import { hashSecret, newSecret } from '../platform/secrets/secrets.ts';
import { setCookie } from './cookies.ts';
import type { AccountMail } from './domain/account-mail.ts';
import { readEmail } from './domain/email.ts';
import { findDevice, hasDevices, isDeviceOf, upsertDevice } from './store/devices.ts';

// As long as browsers keep a cookie.
export const DEVICE_LIFETIME_SECONDS = 400 * 24 * 60 * 60;

/**
 * Whether this browser has logged in to the account before. Only who had the password then has its
 * cookie, so nobody else can use up what such a browser may still try.
 */
export async function isKnownDevice(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  typedEmail: string,
  device: string | null,
): Promise<boolean> {
  const email = readEmail(typedEmail);
  if (device === null || email === null) return false;
  return await isDeviceOf(database, { email, tokenHash: hashSecret(device), now: clock() });
}

/** The same of somebody whose account is known already: the token where it is, null where not. */
export async function knownDeviceOf(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  memberId: string,
  device: string | null,
): Promise<string | null> {
  if (device === null) return null;
  const wanted = { memberId, tokenHash: hashSecret(device), now: clock() };
  return (await findDevice(database, wanted)) ? device : null;
}

export interface LoggedInFrom {
  memberId: string;
  email: string | null;
  /** What the browser sent; null where it is new. */
  device: string | null;
  /** The browser in words. */
  browser: string;
}

/**
 * Remembers the browser of a log-in and returns the token it is known by. The player is sent a mail
 * where the account has logged in before, and never with this browser.
 */
export async function rememberDevice(
  transaction: DatabaseTransaction,
  dependencies: Dependencies,
  { memberId, email, device, browser }: LoggedInFrom,
): Promise<string> {
  const now = dependencies.clock();
  const token = device ?? newSecret('');
  const tokenHash = hashSecret(token);
  const isKnown = await findDevice(transaction, { memberId, tokenHash, now });
  if (email !== null && !isKnown && (await hasDevices(transaction, memberId))) {
    await queueMail<AccountMail>(transaction, dependencies, {
      kind: 'log-in',
      email,
      memberId,
      details: { browser },
    });
  }
  const expiresAt = new Date(now.getTime() + DEVICE_LIFETIME_SECONDS * 1_000);
  await upsertDevice(transaction, { memberId, tokenHash, now, expiresAt });
  return token;
}

export function deviceCookie(
  publicUrl: string,
  token: string,
  name: 'device' | 'operator-device' = 'device',
): string {
  return setCookie(publicUrl, name, token, DEVICE_LIFETIME_SECONDS);
}
