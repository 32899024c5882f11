import { createHash } from 'node:crypto';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Limits } from '../../platform/http/limits.ts';
import type { RateLimitStanding } from '../../platform/http/rate-limits.ts';
import { networkOf } from '../../platform/net.ts';
import { takeCodeOfDay } from './daily-attempts.ts';
import type { TypedCode } from './domain/passwords.ts';
import type { NamedAccount } from './store/accounts.ts';

export interface LogInAttempt extends NamedAccount {
  address: string;
  /** The token of a browser that logged in to this account before; null for any other. */
  knownDevice: string | null;
}

/** Counts an attempt to log in; gives the seconds to wait where there were too many, else null. */
export type LogInThrottle = (attempt: LogInAttempt) => Promise<number | null>;

type LogInLimits = Pick<Limits, 'logInAccount' | 'logInAddress' | 'logInPair' | 'logInDevice'>;

/**
 * Applies three limits at once: of an address, against trying one password on many accounts; of an
 * account from one address, against guessing; and of an account as a whole, against guessing from many
 * addresses. A browser that logged in to the account before is counted only by itself, so that nobody
 * can lock the owner out of it. Unknown accounts count like known ones.
 */
export function createLogInThrottle({
  logInAccount,
  logInAddress,
  logInPair,
  logInDevice,
}: LogInLimits): LogInThrottle {
  return async ({ of, name, address, knownDevice }) => {
    if (knownDevice !== null) return waitOf(await logInDevice(hashOf(knownDevice)));
    const account = hashOf(of === 'player' ? name : `${of} ${name}`);
    const network = networkOf(address);
    // In this order: one that is refused for where it comes from uses up nothing of the account.
    return (
      waitOf(await logInAddress(network)) ??
      waitOf(await logInPair(`${account} ${network}`)) ??
      waitOf(await logInAccount(account))
    );
  };
}

/** The seconds to wait where a limit is exceeded, else null. */
function waitOf({ exceeded, resetSeconds }: RateLimitStanding): number | null {
  return exceeded ? resetSeconds : null;
}

/**
 * What stands for a name or an address where attempts are counted: that may be a store of its own, which need not
 * learn who has an account here.
 */
function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** Counts a form that sends a mail; gives the seconds to wait where there were too many, else null. */
export type MailThrottle = (address: string) => Promise<number | null>;

export function createMailThrottle({ mail }: Pick<Limits, 'mail'>): MailThrottle {
  return async (address) => {
    return waitOf(await mail(networkOf(address)));
  };
}

/**
 * Counts an attempt of somebody who is logged in to prove the password; gives the seconds to wait where
 * there were too many, else null.
 */
export type PasswordThrottle = (accountId: string) => Promise<number | null>;

/**
 * A limit apart from that of log-ins, which anybody who knows the e-mail address can use up: nobody
 * but who holds a session of the account can keep its owner from changing the password.
 */
export function createPasswordThrottle({ password }: Pick<Limits, 'password'>): PasswordThrottle {
  return async (accountId) => {
    return waitOf(await password(accountId));
  };
}

export interface CodeAttempt {
  accountId: string;
  /** Of the account's present password: under a new one there are attempts again, within a day's. */
  passwordDigest: string;
  /** Null if the form was counted for it already. */
  address: string | null;
  knownDevice: string | null;
  kind: TypedCode['kind'];
}

/** Counts a code typed after the right password; gives the seconds to wait where there were too many, else null. */
export type CodeThrottle = (attempt: CodeAttempt) => Promise<number | null>;

/**
 * Two limits at once of unknown browsers: of the account under one password an hour, so that who knew the
 * password before keeps the owner out no longer; and of the account a day, so that a new password is no
 * way to more guesses. Anyone who has the password can use them up. The owner still has those of a
 * browser that logged in before, and a recovery code, which nobody can guess and which counts like a
 * log-in form.
 */
export function createCodeThrottle(
  { code, logInAddress, logInDevice }: Pick<Limits, 'code' | 'logInAddress' | 'logInDevice'>,
  dependencies: Pick<Dependencies, 'database' | 'clock' | 'configuration'>,
): CodeThrottle {
  return async ({ accountId, passwordDigest, address, knownDevice, kind }) => {
    if (knownDevice !== null) {
      return waitOf(await (kind === 'recovery' ? logInDevice : code)(hashOf(knownDevice)));
    }
    const wait = address === null ? null : waitOf(await logInAddress(networkOf(address)));
    if (wait !== null || kind === 'recovery') return wait;
    // In this order: one that is refused for the hour uses up nothing of the day.
    return (
      waitOf(await code(`${accountId} ${passwordDigest}`)) ??
      (await takeCodeOfDay(dependencies, accountId))
    );
  };
}

/** The throttles of all pages about accounts. */
export interface Throttles {
  logIn: LogInThrottle;
  code: CodeThrottle;
  password: PasswordThrottle;
  mail: MailThrottle;
}

export function createThrottles(
  limits: Limits,
  dependencies: Pick<Dependencies, 'database' | 'clock' | 'configuration'>,
): Throttles {
  return {
    logIn: createLogInThrottle(limits),
    code: createCodeThrottle(limits, dependencies),
    password: createPasswordThrottle(limits),
    mail: createMailThrottle(limits),
  };
}
