// How operators help players who cannot log in: lock, unlock, reset, and one-use links.

import { findRegistrationByEmail } from '../../account/store/registrations.ts';
import { hashPassword } from '../../connect/login/check-password.ts';
import { createLink, endLinks } from '../../connect/login/links.ts';
import { recordAccountAudit } from '../../connect/login/realms.ts';
import { removeSecondFactor } from '../../connect/login/second-factor.ts';
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
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { DatabaseTransaction } from '../../platform/database/schema.ts';
import { newSecret } from '../../platform/secrets/sealing.ts';
import { answerOnce } from '../actions/answer-once.ts';
import { inTransaction, recordAct } from '../actions/audited.ts';
import { noAccount, requireMember, showMember } from '../actions/find-members.ts';
import { type AdminHandlers, notFound, refuseField } from '../api/handlers.ts';

type Ids =
  | 'members.lock'
  | 'members.unlock'
  | 'members.reset'
  | 'members.removeSecondFactor'
  | 'members.createLink';

/** The operations about the accounts with which players log in. */
export const memberAccess: AdminHandlers<Ids> = {
  'members.lock': async (dependencies, { path, body }) => {
    const { id } = await requireMember(dependencies.database, path.member);
    await lockAccess(dependencies, { memberId: id, reason: body.reason });
    return await showMember(dependencies, id);
  },

  'members.unlock': async (dependencies, { path }) => {
    const { id: memberId } = await requireMember(dependencies.database, path.member);
    await unlockAccess(dependencies, memberId);
    return await showMember(dependencies, memberId);
  },

  'members.reset': async (dependencies, { path, body: { secondFactor = false } }, { raw }) => {
    const { id: memberId } = await requireMember(dependencies.database, path.member);
    // Hash of a random password that nobody knows.
    const passwordHash = await hashPassword(newSecret(''));
    const request = { memberId, passwordHash, withSecondFactor: secondFactor };
    return await answerOnce(dependencies, raw, async (transaction, now) => {
      const reset = await resetAccount(transaction, dependencies, { ...request, now });
      return { status: 200, body: { memberId, ...reset } } as const;
    });
  },

  'members.removeSecondFactor': async (dependencies, { path }) => {
    const { id: accountId, email } = await requireMember(dependencies.database, path.member);
    if (!(await removeSecondFactor(dependencies, { of: 'player', accountId, email }))) {
      throw notFound(`${accountId} has no two-step verification, so there is nothing to remove.`);
    }
    return await showMember(dependencies, accountId);
  },

  'members.createLink': async (dependencies, { body }, { raw }) =>
    await answerOnce(dependencies, raw, async (transaction, now) => {
      const link = await createMemberLink(transaction, dependencies, { ...body, now });
      return { status: 200, body: { link } } as const;
    }),
};

type LinkDependencies = Pick<Dependencies, 'clock' | 'publicUrl'>;

/** Prevents log-ins to an account, and ends its sessions, its tokens, and the links that were requested for it. */
export async function lockAccess(
  dependencies: Pick<Dependencies, 'database' | 'clock'>,
  { memberId, reason }: { memberId: string; reason?: string | undefined },
): Promise<void> {
  await inTransaction(dependencies, async (transaction, now) => {
    // A log-in that has begun ends first, and its session is deleted with the others.
    if (!(await lockAccount(transaction, memberId))) throw noAccount(memberId);
    if (!(await setAccountLock(transaction, memberId, now))) return;
    await deleteSessions(transaction, memberId);
    await endLinks(transaction, { accountId: memberId, now });
    const endedTokens = await endTokensOf(transaction, { memberId }, now);
    const details = { endedTokens, ...(reason !== undefined && { reason }) };
    await recordAct(transaction, now, 'account.locked', { memberId, details });
  });
}

/** Lets the player log in again. */
export async function unlockAccess(
  dependencies: Pick<Dependencies, 'database' | 'clock'>,
  memberId: string,
): Promise<void> {
  await inTransaction(dependencies, async (transaction, now) => {
    if (!(await lockAccount(transaction, memberId))) throw noAccount(memberId);
    if (!(await setAccountLock(transaction, memberId, null))) return;
    await recordAct(transaction, now, 'account.unlocked', { memberId });
  });
}

interface Reset {
  memberId: string;
  passwordHash: string;
  withSecondFactor: boolean;
  now: Date;
}

// Logs everybody out of an account, also its player. Only the link gives access again.
async function resetAccount(
  transaction: DatabaseTransaction,
  dependencies: LinkDependencies,
  { memberId, passwordHash, withSecondFactor, now }: Reset,
): Promise<{ link: string; endedTokens: number }> {
  await lockAccount(transaction, memberId);
  const email = (await findAccount(transaction, memberId))?.email;
  if (email === undefined || email === null) throw noAccount(memberId);
  await overwritePassword(transaction, { accountId: memberId, passwordHash, now });
  await deleteSessions(transaction, memberId);
  await deleteDevices(transaction, memberId);
  await endLinks(transaction, { accountId: memberId, now });
  if (withSecondFactor) await deleteSecondFactor(transaction, memberId);
  const endedTokens = await endTokensOf(transaction, { memberId }, now);
  const details = { withSecondFactor, endedTokens };
  await recordAct(transaction, now, 'account.reset', { memberId, details });
  const link = await createLink(transaction, dependencies, {
    ...{ of: 'player', purpose: 'password', registrationId: null, accountId: memberId, email },
  });
  return { link, endedTokens };
}

const purposes = { verify: 'email', reset: 'password', log_in: 'log-in' } as const;

type Purpose = keyof typeof purposes;

interface WantedLink {
  email: string;
  purpose: Purpose;
  /** The kind of account. By default, a player's. */
  account?: 'player' | 'partner' | undefined;
  now: Date;
}

/**
 * Creates a one-use link for the owner of an email address: to confirm the address, to set a new
 * password, or to log in with a new browser after too many wrong passwords.
 * @throws ProblemError if nobody has the address, or the account is locked.
 */
async function createMemberLink(
  transaction: DatabaseTransaction,
  dependencies: LinkDependencies,
  { email, purpose, account: of = 'player', now }: WantedLink,
): Promise<string> {
  const account = await findNamedAccount(transaction, { of, name: email });
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
}

function nobody(email: string, purpose: Purpose) {
  const detail =
    purpose === 'verify'
      ? `Nobody with the email address ${email} has an account, or registered in the last 24 hours.`
      : `There is no account with the email address ${email}.`;
  return notFound(detail);
}
