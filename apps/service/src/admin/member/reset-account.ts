import { endLinks } from '../../accounts/end-links.ts';
import { createLink } from '../../accounts/links.ts';
import { hashPassword } from '../../accounts/password-hash.ts';
import { findAccount, lockAccount, overwritePassword } from '../../accounts/store/accounts.ts';
import { deleteDevices } from '../../accounts/store/devices.ts';
import { deleteSecondFactor } from '../../accounts/store/second-factors.ts';
import { deleteSessions } from '../../accounts/store/sessions.ts';
import { endTokensOf } from '../../oauth/store/ended-tokens.ts';
import { recordAudit } from '../../platform/audit/store/audit.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { newSecret } from '../../platform/secrets/secrets.ts';
import { actOn } from './act-on.ts';
import { noAccount } from './no-account.ts';

/**
 * Takes everybody out of an account, its player included, and makes the one link that leads back in.
 * @throws OperatorError where the member has no account.
 */
export async function resetAccount(
  dependencies: Pick<Dependencies, 'database' | 'clock' | 'publicUrl'>,
  { memberId, withSecondFactor }: { memberId: string; withSecondFactor: boolean },
): Promise<{ link: string; endedTokens: number }> {
  const now = dependencies.clock();
  // Hash of a random password that nobody knows.
  const passwordHash = await hashPassword(newSecret(''));
  return await dependencies.database.transaction().execute(async (transaction) => {
    await lockAccount(transaction, memberId);
    const email = (await findAccount(transaction, memberId))?.email;
    if (email === undefined || email === null) throw noAccount(memberId);
    await overwritePassword(transaction, { memberId, passwordHash, now });
    await deleteSessions(transaction, memberId);
    await deleteDevices(transaction, memberId);
    await endLinks(transaction, { memberId, now });
    if (withSecondFactor) await deleteSecondFactor(transaction, memberId);
    const endedTokens = await endTokensOf(transaction, { memberId }, now);
    await recordAudit(transaction, {
      ...actOn(memberId, now),
      action: 'account.reset',
      details: { withSecondFactor, endedTokens },
    });
    const purpose = { purpose: 'password', registrationId: null, memberId, email } as const;
    return { link: await createLink(transaction, dependencies, purpose), endedTokens };
  });
}
