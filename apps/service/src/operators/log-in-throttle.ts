import { takeCodeOfDay } from '../accounts/daily-attempts.ts';
import { createAccountThrottle, hashOf, waitOf } from '../accounts/log-in-throttle.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { Limits } from '../platform/http/limits.ts';

/** Count an attempt each; give the seconds to wait where there were too many, else null. */
export interface OperatorThrottle {
  /** Counts attempts with a name and a password, from an address. */
  logIn: (attempt: OperatorAttempt) => Promise<number | null>;
  /** Counts attempts with a code, after the right password. */
  code: (attempt: { operatorId: string; knownDevice: string | null }) => Promise<number | null>;
}

interface OperatorAttempt {
  name: string;
  address: string;
  /** The token of a browser that this operator logged in with before; null for any other. */
  knownDevice: string | null;
}

/**
 * Applies the limits of the players' log-ins: to an address together with those, and to an operator's
 * account by itself. A browser that the operator logged in with before is counted only by itself, so that
 * nobody can lock the operator out of it. Codes are counted only after the right password, so that nobody
 * without it can use them up.
 */
export function createOperatorThrottle(
  limits: Limits,
  dependencies: Pick<Dependencies, 'database' | 'clock' | 'configuration'>,
): OperatorThrottle {
  const { code } = limits;
  const throttle = createAccountThrottle(limits);
  return {
    logIn: async ({ name, ...attempt }) =>
      await throttle({ ...attempt, account: hashOf(`operator ${name}`) }),
    code: async ({ operatorId, knownDevice }) =>
      knownDevice === null
        ? (waitOf(await code(operatorId)) ?? (await takeCodeOfDay(dependencies, operatorId)))
        : waitOf(await code(hashOf(knownDevice))),
  };
}
