import { hashPassword } from '../connect/login/check-password.ts';
import { ALLOWED_MILLISECONDS } from '../connect/login/devices.ts';
import { newPasswordErrors } from '../connect/login/domain/passwords.ts';
import type { LogInRefusal } from '../connect/login/domain/refusals.ts';
import { endLinks } from '../connect/login/links.ts';
import type { Cookies, PostedForm } from '../connect/login/posted-form.ts';
import { type OwnerProof, wrongPassword } from '../connect/login/prove-owner.ts';
import { queueAccountMail, recordAccountAudit } from '../connect/login/realms.ts';
import { beginSession, endOtherSessions } from '../connect/login/sessions.ts';
import {
  type AccountHolder,
  type AccountRecord,
  isAccountLocked,
  lockAccount,
  lockEmail,
  lockPassword,
  type RealmName,
  replaceEmail,
  replacePassword,
  resetPasswordOf,
} from '../connect/login/store/accounts.ts';
import { deleteDevices, upsertDevice } from '../connect/login/store/devices.ts';
import { consumeLink, findLink } from '../connect/login/store/links.ts';
import { deleteSessions } from '../connect/login/store/sessions.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { hashSecret, newSecret } from '../platform/secrets/sealing.ts';

interface PasswordChanged {
  /** The token of the session that takes the place of the one that sent the form. */
  session: string;
  /** How many other sessions ended. */
  ended: number;
}

/**
 * Tries the form by which somebody changes the password. With it go all sessions of the old one:
 * the others end, and their own is renewed.
 */
export async function changePassword(
  dependencies: Dependencies,
  proveOwner: OwnerProof,
  owner: AccountHolder & { session: string },
  form: PostedForm,
): Promise<PasswordChanged | LogInRefusal> {
  const { database, clock } = dependencies;
  const { of, accountId, email, session } = owner;
  const {
    field,
    raw,
    cookies: { device, realm },
  } = form;
  const oldPassword = field('password');
  const newPassword = field('new_password');
  const errors = newPasswordErrors({ oldPassword, newPassword, again: field('again') });
  if (errors.length > 0) return { status: 422, errors };
  const proof = await proveOwner(owner, form);
  if ('errors' in proof) return proof;

  const { passwordHash: oldHash } = proof;
  const newHash = await hashPassword(newPassword);
  return await database.transaction().execute(async (transaction) => {
    const now = clock();
    if (!(await replacePassword(transaction, { accountId, oldHash, newHash, now }))) {
      return wrongPassword();
    }
    await recordAccountAudit(transaction, { of, accountId, action: 'password.changed', now });
    await endLinks(transaction, { accountId, now });
    await deleteDevices(transaction, accountId, device === null ? null : hashSecret(device));
    if (email !== null) {
      const mail = { of, kind: 'password-changed', email, accountId } as const;
      await queueAccountMail(transaction, dependencies, mail);
    }
    const within = { ...dependencies, database: transaction };
    const ended = await endOtherSessions(within, accountId, session);
    const userAgent = raw.headers['user-agent'] ?? null;
    const begun = { realm, accountId, previousToken: session, userAgent };
    const renewed = await beginSession(within, begun);
    return { session: renewed, ended };
  });
}

/**
 * Queues a mail with a link to choose a new password. The same is done for every address: whether
 * it has an account is looked up when the mail is composed.
 */
export async function requestPasswordLink(
  dependencies: Dependencies,
  of: RealmName,
  email: string,
): Promise<void> {
  const mail = { of, kind: 'password-link', email, accountId: null } as const;
  await dependencies.database
    .transaction()
    .execute((transaction) => queueAccountMail(transaction, dependencies, mail));
}

/** Whether a link to choose a new password can still be used. */
export async function isPasswordLink(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  of: RealmName,
  token: string,
): Promise<boolean> {
  const wanted = { of, tokenHash: hashSecret(token), purpose: 'password', now: clock() } as const;
  return (await findLink(database, wanted)) !== undefined;
}

/**
 * Replaces a forgotten password, ends every session and returns the token by which the browser is known from
 * now on, so that nobody's guesses keep it from the log-in; null where the link was used, has expired
 * or was made for an address that is no longer the account's, and where the account is locked, unless an operator
 * gave out the link. Following the link proves that the person
 * has the mailbox, so the address is proven with it.
 */
export async function resetPassword(
  dependencies: Dependencies,
  { realm, device }: Pick<Cookies, 'realm' | 'device'>,
  token: string,
  newPassword: string,
): Promise<string | null> {
  const { of } = realm;
  const { database, clock } = dependencies;
  const now = clock();
  const newHash = await hashPassword(newPassword);
  return await database.transaction().execute(async (transaction) => {
    const used = { of, tokenHash: hashSecret(token), purpose: 'password', now } as const;
    const { accountId = null } = (await findLink(transaction, used)) ?? {};
    if (accountId === null) return null;
    // Before its links, in the order in which they are ended.
    await lockAccount(transaction, accountId);
    const link = await consumeLink(transaction, used);
    if (link === undefined || link.email === null) return null;
    const { email } = link;
    const reset = { accountId, email, newHash, isByOperator: link.mailId === null, now };
    if (!(await resetPasswordOf(transaction, reset))) return null;
    await endLinks(transaction, { accountId, now });
    await deleteSessions(transaction, accountId);
    await deleteDevices(transaction, accountId);
    const known = device ?? newSecret('');
    const expiresAt = new Date(now.getTime() + ALLOWED_MILLISECONDS);
    await upsertDevice(transaction, { accountId, tokenHash: hashSecret(known), now, expiresAt });
    await recordAccountAudit(transaction, { of, accountId, action: 'password.reset', now });
    const mail = { of, kind: 'password-changed', email, accountId } as const;
    await queueAccountMail(transaction, dependencies, mail);
    return known;
  });
}

// Only players change their addresses.
const of = 'player';

/**
 * Queues a mail to an address that the player wants to have, or to prove, with the link that does
 * so. Whether somebody else has the address is looked up when the mail is composed. False where the
 * password is another by now, or the account is locked: a link must not slip in behind that.
 */
export async function requestEmailLink(
  dependencies: Dependencies,
  account: AccountRecord,
  email: string,
): Promise<boolean> {
  return await dependencies.database.transaction().execute(async (transaction) => {
    const { accountId } = account;
    if (!(await lockPassword(transaction, account))) return false;
    if (await isAccountLocked(transaction, accountId)) return false;
    const mail = { of, kind: 'email-link', email, accountId } as const;
    await queueAccountMail(transaction, dependencies, mail);
    return true;
  });
}

/** The address that a link proves; null where it was used or has expired. */
export async function findEmailByLink(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  token: string,
): Promise<string | null> {
  const wanted = { of, tokenHash: hashSecret(token), purpose: 'email', now: clock() } as const;
  return (await findLink(database, wanted))?.email ?? null;
}

/** Makes the address of a link that of its account, proven; false where that cannot be any more. */
export async function confirmEmail(dependencies: Dependencies, token: string): Promise<boolean> {
  const { database, clock } = dependencies;
  const now = clock();
  return await database.transaction().execute(async (transaction) => {
    const used = { of, tokenHash: hashSecret(token), purpose: 'email', now } as const;
    const { accountId: memberId = null } = (await findLink(transaction, used)) ?? {};
    if (memberId === null) return false;
    // Before its links, in the order in which they are ended.
    const before = await lockEmail(transaction, memberId);
    await lockAccount(transaction, memberId);
    const link = await consumeLink(transaction, used);
    if (link === undefined || link.email === null) return false;
    const { email } = link;
    if (!(await replaceEmail(transaction, { memberId, email, now }))) return false;
    const isChanged = before?.toLowerCase() !== email.toLowerCase();
    const action = isChanged ? 'email.changed' : 'email.proven';
    await recordAccountAudit(transaction, { of, accountId: memberId, action, now });
    if (!isChanged) return true;
    await endLinks(transaction, { accountId: memberId, now });
    if (before !== null) {
      const mail = { of, kind: 'email-changed', email: before, accountId: memberId } as const;
      await queueAccountMail(transaction, dependencies, mail);
    }
    return true;
  });
}
