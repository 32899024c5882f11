import { endLinks } from '../../accounts/end-links.ts';
import { lockAccount, setAccountLock } from '../../accounts/store/accounts.ts';
import { deleteSessions } from '../../accounts/store/sessions.ts';
import { endTokensOf } from '../../oauth/store/ended-tokens.ts';
import { recordAudit } from '../../platform/audit/store/audit.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { actOn } from './act-on.ts';
import { noAccount } from './no-account.ts';

type LockDependencies = Pick<Dependencies, 'database' | 'clock'>;

/**
 * Lets nobody log in to an account, and ends what was begun by logging in to it, links that were asked for included.
 * @throws OperatorError where the member has none.
 */
export async function lockAccess(
  { database, clock }: LockDependencies,
  { memberId, reason }: { memberId: string; reason?: string | undefined },
): Promise<{ changed: boolean; endedTokens: number }> {
  const now = clock();
  return await database.transaction().execute(async (transaction) => {
    // A log-in that is under way ends first, and its session with the others.
    if (!(await lockAccount(transaction, memberId))) throw noAccount(memberId);
    if (!(await setAccountLock(transaction, memberId, now))) {
      return { changed: false, endedTokens: 0 };
    }
    await deleteSessions(transaction, memberId);
    await endLinks(transaction, { memberId, now });
    const endedTokens = await endTokensOf(transaction, { memberId }, now);
    await recordAudit(transaction, {
      ...actOn(memberId, now),
      action: 'account.locked',
      details: { endedTokens, ...(reason !== undefined && { reason }) },
    });
    return { changed: true, endedTokens };
  });
}

/** False where it was not locked. */
export async function unlockAccess(
  { database, clock }: LockDependencies,
  memberId: string,
): Promise<boolean> {
  const now = clock();
  return await database.transaction().execute(async (transaction) => {
    if (!(await lockAccount(transaction, memberId))) throw noAccount(memberId);
    if (!(await setAccountLock(transaction, memberId, null))) return false;
    await recordAudit(transaction, { ...actOn(memberId, now), action: 'account.unlocked' });
    return true;
  });
}
