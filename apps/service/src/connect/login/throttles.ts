// The limits for log-ins, passwords, codes, and forms that send mails.

import { createHash } from 'node:crypto';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Limits } from '../../platform/http/limits.ts';
import type { RateLimitUsage } from '../../platform/http/rate-limits.ts';
import { networkOf } from '../../platform/net.ts';
import { takeCodeOfDay } from './daily-attempts.ts';
import type { TypedCode } from './domain/passwords.ts';
import type { NamedAccount } from './store/accounts.ts';

export interface LogInAttempt extends NamedAccount {
  address: string;
  /** The token of a browser that logged in to this account before. Null for any other. */
  knownDevice: string | null;
}

export interface CodeAttempt {
  accountId: string;
  /** Of the current password: a new password gives new attempts, within the limit of a day. */
  passwordDigest: string;
  /** Null if the form was counted for its address before. */
  address: string | null;
  knownDevice: string | null;
  kind: TypedCode['kind'];
}

/** The throttles of all pages about accounts. */
export type Throttles = ReturnType<typeof createThrottles>;

/** Creates the throttles. Each counts an attempt and returns the seconds to wait; null if it is within the limits. */
export function createThrottles(
  limits: Limits,
  dependencies: Pick<Dependencies, 'database' | 'clock' | 'configuration'>,
) {
  return {
    /**
     * Applies three limits: of an address, against one password for many accounts; of an account from one address,
     * against guessing; and of an account, against guessing from many addresses. A browser that logged in to the account
     * before has a limit of its own, so that nobody can lock the owner out. Unknown accounts count like known ones.
     */
    logIn: async ({ of, name, address, knownDevice }: LogInAttempt): Promise<number | null> => {
      if (knownDevice !== null) return waitOf(await limits.logInDevice(hashOf(knownDevice)));
      const account = hashOf(of === 'player' ? name : `${of} ${name}`);
      const network = networkOf(address);
      // In this order, an attempt that is refused for its address uses up nothing of the account.
      return (
        waitOf(await limits.logInAddress(network)) ??
        waitOf(await limits.logInPair(`${account} ${network}`)) ??
        waitOf(await limits.logInAccount(account))
      );
    },

    /**
     * Counts a code that was typed after the right password. Unknown browsers have two limits. The limit of an hour is
     * for the account under one password, so that a person who knew the old password cannot lock the owner out. The
     * limit of a day is for the account, so that changing the password gives no more guesses. Anyone who has the
     * password can use up both limits. The owner still has a known browser and the recovery codes, which nobody can
     * guess.
     */
    code: async (attempt: CodeAttempt): Promise<number | null> => {
      const { accountId, passwordDigest, address, knownDevice, kind } = attempt;
      if (knownDevice !== null) {
        const limit = kind === 'recovery' ? limits.logInDevice : limits.code;
        return waitOf(await limit(hashOf(knownDevice)));
      }
      const wait = address === null ? null : waitOf(await limits.logInAddress(networkOf(address)));
      if (wait !== null || kind === 'recovery') return wait;
      // In this order, a code that is refused for the hour uses up nothing of the day.
      return (
        waitOf(await limits.code(`${accountId} ${passwordDigest}`)) ??
        (await takeCodeOfDay(dependencies, accountId))
      );
    },

    /**
     * Counts a password that somebody types while logged in. Anyone who knows the email address can use up the limits
     * of log-ins, so this limit is separate: only a session of the account counts against it.
     */
    password: async (accountId: string): Promise<number | null> =>
      waitOf(await limits.password(accountId)),

    /** Counts a form that sends an email. */
    mail: async (address: string): Promise<number | null> =>
      waitOf(await limits.mail(networkOf(address))),
  };
}

function waitOf({ exceeded, resetSeconds }: RateLimitUsage): number | null {
  return exceeded ? resetSeconds : null;
}

// The counts may be in Redis, which does not need to know who has an account here.
function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
