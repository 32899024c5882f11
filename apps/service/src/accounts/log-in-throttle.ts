import { createHash } from 'node:crypto';
import type { Limits } from '../platform/http/limits.ts';
import { networkOf } from '../platform/net/client-network.ts';
import { readEmail } from './domain/email.ts';

/** Counts an attempt to log in; gives the seconds to wait where there were too many, else null. */
export type LogInThrottle = (attempt: { email: string; address: string }) => Promise<number | null>;

/**
 * Two limits at once: by account against guessing one password from many addresses, by address
 * against trying one password on many accounts. Unknown accounts count like known ones.
 */
export function createLogInThrottle({
  logInAccount,
  logInAddress,
}: Pick<Limits, 'logInAccount' | 'logInAddress'>): LogInThrottle {
  return async ({ email, address }) => {
    const ofAddress = await logInAddress(networkOf(address));
    // Refused by its address, an attempt does not use up what the account's owner may still try.
    if (ofAddress.exceeded) return ofAddress.resetSeconds;
    const ofAccount = await logInAccount(accountName(email));
    return ofAccount.exceeded ? ofAccount.resetSeconds : null;
  };
}

// Counts may lie in a store of their own, which need not learn who has an account here.
function accountName(email: string): string {
  const name = readEmail(email)?.toLowerCase() ?? 'no e-mail address';
  return createHash('sha256').update(name).digest('base64url');
}

/** Counts a form that sends a mail; gives the seconds to wait where there were too many, else null. */
export type MailThrottle = (address: string) => Promise<number | null>;

export function createMailThrottle({ mail }: Pick<Limits, 'mail'>): MailThrottle {
  return async (address) => {
    const standing = await mail(networkOf(address));
    return standing.exceeded ? standing.resetSeconds : null;
  };
}

/**
 * Counts an attempt of a logged-in player to prove the password; gives the seconds to wait where
 * there were too many, else null.
 */
export type PasswordThrottle = (memberId: string) => Promise<number | null>;

/**
 * A limit apart from that of log-ins, which anybody who knows the e-mail address can use up: nobody
 * but who holds a session of the player can keep the player from changing the password.
 */
export function createPasswordThrottle({ password }: Pick<Limits, 'password'>): PasswordThrottle {
  return async (memberId) => {
    const standing = await password(memberId);
    return standing.exceeded ? standing.resetSeconds : null;
  };
}

/** The throttles of all pages about accounts. */
export interface Throttles {
  logIn: LogInThrottle;
  password: PasswordThrottle;
  mail: MailThrottle;
}

export function createThrottles(limits: Limits): Throttles {
  return {
    logIn: createLogInThrottle(limits),
    password: createPasswordThrottle(limits),
    mail: createMailThrottle(limits),
  };
}
