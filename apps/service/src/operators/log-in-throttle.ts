import { hashOf, waitOf } from '../accounts/log-in-throttle.ts';
import type { Limits } from '../platform/http/limits.ts';
import { networkOf } from '../platform/net/client-network.ts';

/** Count an attempt each; give the seconds to wait where there were too many, else null. */
export interface OperatorThrottle {
  /** Counts attempts with a name and a password, from an address. */
  logIn: (attempt: { name: string; address: string }) => Promise<number | null>;
  /** Counts attempts with a code, after the right password. */
  code: (operatorId: string) => Promise<number | null>;
}

/**
 * The limits of the players' log-ins: of an address together with those, and of an operator's account by
 * itself. Codes are counted after the right password alone, so that nobody without it can use them up.
 */
export function createOperatorThrottle({
  logInAddress,
  logInPair,
  logInAccount,
  code,
  codeDaily,
}: Limits): OperatorThrottle {
  return {
    logIn: async ({ name, address }) => {
      const network = networkOf(address);
      const account = hashOf(`operator ${name}`);
      // In this order: one that is refused for where it comes from uses up nothing of the account.
      return (
        waitOf(await logInAddress(network)) ??
        waitOf(await logInPair(`${account} ${network}`)) ??
        waitOf(await logInAccount(account))
      );
    },
    code: async (operatorId) =>
      waitOf(await code(operatorId)) ?? waitOf(await codeDaily(operatorId)),
  };
}
