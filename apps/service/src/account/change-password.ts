// Changes passwords and email addresses of accounts, by a form or by the link of a mail.

import { hashPassword } from '../connect/login/check-password.ts';
import { ALLOWED_MILLISECONDS } from '../connect/login/devices.ts';
import { newPasswordErrors } from '../connect/login/domain/passwords.ts';
import { type LogInRefusal, mailRefusal } from '../connect/login/domain/refusals.ts';
import { endLinks } from '../connect/login/links.ts';
import type { Cookies, PostedForm } from '../connect/login/posted-form.ts';
import { type OwnerProof, wrongPassword } from '../connect/login/prove-owner.ts';
import { queueAccountMail, recordAccountAudit } from '../connect/login/realms.ts';
import { takeMail } from '../connect/login/requested-mails.ts';
import { beginSession, endOtherSessions } from '../connect/login/sessions.ts';
import {
  type AccountHolder,
  type AccountRecord,
  findAccount,
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
import type { DatabaseTransaction } from '../platform/database/schema.ts';
import { hashSecret, newSecret } from '../platform/secrets/sealing.ts';

interface PasswordChanged {
  /** The token of the new session, which replaces the one that sent the form. */
  session: string;
  ended: number;
}

/**
 * Handles the form that changes the password. Ends all other sessions of the account, and renews
 * the session that sent the form.
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
 * Queues a mail with a link to choose a new password. The mail is queued for every address, because the account
 * is looked up only when the mail is written. Returns the seconds to wait if there were too many mails, otherwise null.
 */
export async function requestPasswordLink(
  dependencies: Dependencies,
  of: RealmName,
  email: string,
): Promise<number | null> {
  return await dependencies.database.transaction().execute(async (transaction) => {
    const counted = { of, purpose: 'password', who: email } as const;
    const wait = await takeMail(transaction, dependencies, counted);
    if (wait !== null) return wait;
    const mail = { of, kind: 'password-link', email, accountId: null } as const;
    await queueAccountMail(transaction, dependencies, mail);
    return null;
  });
}

/** Returns whether a link to choose a new password is valid. */
export async function isPasswordLink(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  of: RealmName,
  token: string,
): Promise<boolean> {
  const wanted = { of, tokenHash: hashSecret(token), purpose: 'password', now: clock() } as const;
  return (await findLink(database, wanted)) !== undefined;
}

/**
 * Replaces a forgotten password and ends every session. Returns the token that marks the browser as known,
 * so that guesses of others cannot keep it from logging in. Returns null if the link is used or expired, or the account
 * has another address. Returns null for a locked account too, unless an operator gave the link out. The link proves the
 * mailbox, so the address counts as proven.
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
    // Locks the account before its links, in the order in which links are ended.
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
 * Queues a mail with a link to an address that the player wants to use or to prove. Whether somebody else
 * has the address is looked up when the mail is written. Returns a refusal if there were too many mails, or the password
 * has changed or the account is locked, because a link must not be valid after that. Otherwise returns null.
 */
export async function requestEmailLink(
  dependencies: Dependencies,
  account: AccountRecord,
  email: string,
): Promise<LogInRefusal | null> {
  return await dependencies.database.transaction().execute(async (transaction) => {
    const { accountId } = account;
    if (!(await lockPassword(transaction, account))) return wrongPassword();
    if (await isAccountLocked(transaction, accountId)) return wrongPassword();
    const wait = await takeEmailLink(transaction, dependencies, { accountId, email });
    if (wait !== null) return mailRefusal(wait);
    const mail = { of, kind: 'email-link', email, accountId } as const;
    await queueAccountMail(transaction, dependencies, mail);
    return null;
  });
}

/**
 * Counts a mail for the account that asks. A mail to another address than its own also counts for that address, because
 * many accounts may ask. So a player can always prove their own address.
 */
async function takeEmailLink(
  transaction: DatabaseTransaction,
  dependencies: Dependencies,
  { accountId, email }: { accountId: string; email: string },
): Promise<number | null> {
  const own = (await findAccount(transaction, accountId))?.email;
  const mail = { of, purpose: 'email' } as const;
  const wait = await takeMail(transaction, dependencies, { ...mail, who: accountId });
  if (wait !== null || own?.toLowerCase() === email.toLowerCase()) return wait;
  return await takeMail(transaction, dependencies, { ...mail, who: email });
}

/** Returns the address that a link proves. Null if it is used or expired. */
export async function findEmailByLink(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  token: string,
): Promise<string | null> {
  const wanted = { of, tokenHash: hashSecret(token), purpose: 'email', now: clock() } as const;
  return (await findLink(database, wanted))?.email ?? null;
}

/** Makes the address of a link the proven address of its account. Returns false if that is not possible any more. */
export async function confirmEmail(dependencies: Dependencies, token: string): Promise<boolean> {
  const { database, clock } = dependencies;
  const now = clock();
  return await database.transaction().execute(async (transaction) => {
    const used = { of, tokenHash: hashSecret(token), purpose: 'email', now } as const;
    const { accountId: memberId = null } = (await findLink(transaction, used)) ?? {};
    if (memberId === null) return false;
    // Locks the account before its links, in the order in which links are ended.
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
