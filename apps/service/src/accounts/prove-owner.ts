import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { createSecretSealing } from '../platform/secrets/sealing.ts';
import type { LogInRefusal } from './attempt-log-in.ts';
import { codeRefusal } from './code-refusal.ts';
import type { Throttles } from './log-in-throttle.ts';
import type { PostedForm } from './posted-form.ts';
import { provePassword } from './prove-password.ts';
import { proveWithCode } from './prove-with-code.ts';
import type { Player } from './sessions.ts';
import type { AccountRecord } from './store/accounts.ts';
import { findSecondFactor } from './store/second-factors.ts';
import { verifyCode } from './verify-code.ts';

/** Has a logged-in player prove that the account is theirs: the account, or why it is not proven. */
export type OwnerProof = (
  player: Player,
  form: PostedForm,
) => Promise<AccountRecord | LogInRefusal>;

/**
 * By the password, and by a code where the second factor is on. The code is used up, so that whatever
 * else is wrong with the form has to be found before.
 */
export function createOwnerProof(
  dependencies: Dependencies,
  throttles: Pick<Throttles, 'password' | 'code'>,
): OwnerProof {
  const { database, configuration } = dependencies;
  const sealing = createSecretSealing(configuration);
  return async (player, form) => {
    const { memberId } = player;
    if ((await findSecondFactor(database, memberId)) === null) {
      return await provePassword(
        dependencies,
        throttles.password,
        memberId,
        form.field('password'),
      );
    }
    const proof = await proveWithCode(dependencies, throttles, player, form);
    if ('faults' in proof) return proof;
    const { account, holder, code } = proof;
    const verified = await database
      .transaction()
      .execute((transaction) => verifyCode(transaction, dependencies, sealing, holder, code));
    // Turned off meanwhile, the password is all that there is to prove.
    return verified === 'right' || verified === 'off' ? account : codeRefusal(verified);
  };
}
