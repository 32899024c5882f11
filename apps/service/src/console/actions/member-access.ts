import { ProblemError } from '@partner-rating/server';
import { findRegistrationByEmail } from '../../account/store/registrations.ts';
import { hashPassword } from '../../connect/login/check-password.ts';
import { createLink, endLinks } from '../../connect/login/links.ts';
import { recordAccountAudit } from '../../connect/login/realms.ts';
import {
  findAccount,
  findNamedAccount,
  isAccountLocked,
  lockAccount,
  overwritePassword,
  setAccountLock,
} from '../../connect/login/store/accounts.ts';
import { deleteDevices } from '../../connect/login/store/devices.ts';
import { deleteSecondFactor } from '../../connect/login/store/second-factors.ts';
import { deleteSessions } from '../../connect/login/store/sessions.ts';
import { endTokensOf } from '../../connect/store/connections.ts';
import { recordAudit } from '../../platform/audit/store/audit.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { newSecret } from '../../platform/secrets/sealing.ts';
import { refuseField } from '../api/caller.ts';
import { actOn, noAccount } from './find-members.ts';

type LockDependencies = Pick<Dependencies, 'database' | 'clock'>;

type LinkDependencies = Pick<Dependencies, 'database' | 'clock' | 'publicUrl'>;

/**
 * Lets nobody log in to an account, and ends what was begun by logging in to it, links that were asked for included.
 * @throws ProblemError where the member has none.
 */
export async function lockAccess(
  { database, clock }: LockDependencies,
  { memberId, reason }: { memberId: string; reason?: string | undefined },
): Promise<void> {
  const now = clock();
  await database.transaction().execute(async (transaction) => {
    // A log-in that is under way ends first, and its session with the others.
    if (!(await lockAccount(transaction, memberId))) throw noAccount(memberId);
    if (!(await setAccountLock(transaction, memberId, now))) return;
    await deleteSessions(transaction, memberId);
    await endLinks(transaction, { accountId: memberId, now });
    const endedTokens = await endTokensOf(transaction, { memberId }, now);
    await recordAudit(transaction, {
      ...actOn(memberId, now),
      action: 'account.locked',
      details: { endedTokens, ...(reason !== undefined && { reason }) },
    });
  });
}

/**
 * Lets the player log in again.
 * @throws ProblemError where the member has no account.
 */
export async function unlockAccess(
  { database, clock }: LockDependencies,
  memberId: string,
): Promise<void> {
  const now = clock();
  await database.transaction().execute(async (transaction) => {
    if (!(await lockAccount(transaction, memberId))) throw noAccount(memberId);
    if (!(await setAccountLock(transaction, memberId, null))) return;
    await recordAudit(transaction, { ...actOn(memberId, now), action: 'account.unlocked' });
  });
}

/**
 * Takes everybody out of an account, its player included, and makes the one link that leads back in.
 * @throws ProblemError where the member has no account.
 */
export async function resetAccount(
  dependencies: LinkDependencies,
  { memberId, withSecondFactor }: { memberId: string; withSecondFactor: boolean },
): Promise<{ link: string; endedTokens: number }> {
  const now = dependencies.clock();
  // Hash of a random password that nobody knows.
  const passwordHash = await hashPassword(newSecret(''));
  return await dependencies.database.transaction().execute(async (transaction) => {
    await lockAccount(transaction, memberId);
    const email = (await findAccount(transaction, memberId))?.email;
    if (email === undefined || email === null) throw noAccount(memberId);
    await overwritePassword(transaction, { accountId: memberId, passwordHash, now });
    await deleteSessions(transaction, memberId);
    await deleteDevices(transaction, memberId);
    await endLinks(transaction, { accountId: memberId, now });
    if (withSecondFactor) await deleteSecondFactor(transaction, memberId);
    const endedTokens = await endTokensOf(transaction, { memberId }, now);
    await recordAudit(transaction, {
      ...actOn(memberId, now),
      action: 'account.reset',
      details: { withSecondFactor, endedTokens },
    });
    const link = await createLink(transaction, dependencies, {
      ...{ of: 'player', purpose: 'password', registrationId: null, accountId: memberId, email },
    });
    return { link, endedTokens };
  });
}

const purposes = { verify: 'email', reset: 'password', log_in: 'log-in' } as const;

type Purpose = keyof typeof purposes;

interface WantedLink {
  email: string;
  purpose: Purpose;
  /** Whose account it is; a player's, if nothing is said. */
  account?: 'player' | 'partner' | undefined;
}

/**
 * Makes a one-use link for somebody whom the operator knows to have an email address: to prove the
 * address, of a registration or an account, to choose a new password, or to log in with a new browser after
 * too many wrong passwords.
 * @throws ProblemError where there is nobody, or the account is locked.
 */
export async function createMemberLink(
  dependencies: LinkDependencies,
  { email, purpose, account: of = 'player' }: WantedLink,
): Promise<string> {
  const { database, clock } = dependencies;
  const now = clock();
  const account = await findNamedAccount(database, { of, name: email });
  return await database.transaction().execute(async (transaction) => {
    if (account === undefined) {
      const registration =
        purpose === 'verify'
          ? await findRegistrationByEmail(transaction, { of, email, now })
          : undefined;
      if (registration === undefined) throw nobody(email, purpose);
      const { id: registrationId } = registration;
      const link = { of, purpose: 'registration', registrationId, accountId: null, email } as const;
      return await createLink(transaction, dependencies, link);
    }
    const { accountId } = account;
    // People of partners prove the address before they have an account.
    if (of === 'partner' && purpose === 'verify') {
      throw refuseField('/purpose', `${email} has an account at /console, with a proven address.`);
    }
    if (purpose !== 'reset' && (await isAccountLocked(transaction, accountId))) {
      const detail = `The account with the email address ${email} is locked, so this link does not work. Unlock it first.`;
      throw refuseField('/email', detail);
    }
    await recordAccountAudit(transaction, {
      ...{ of, accountId, actor: 'operator', action: 'link.created', now },
      details: { purpose, ...(of === 'partner' && { accountId }) },
    });
    const link = { purpose: purposes[purpose], registrationId: null, accountId, email };
    return await createLink(transaction, dependencies, { of, ...link });
  });
}

function nobody(email: string, purpose: Purpose): ProblemError {
  const detail =
    purpose === 'verify'
      ? `Nobody with the email address ${email} has an account, or registered in the last 24 hours.`
      : `There is no account with the email address ${email}.`;
  return new ProblemError('not_found', { detail });
}
