import type { LogInRefusal } from '../connect/login/attempt-log-in.ts';
import { hashPassword } from '../connect/login/check-password.ts';
import { ALLOWED_MILLISECONDS } from '../connect/login/devices.ts';
import type { AccountMail } from '../connect/login/domain/account-mail.ts';
import { newPasswordFaults } from '../connect/login/domain/passwords.ts';
import { endLinks } from '../connect/login/links.ts';
import type { PostedForm } from '../connect/login/posted-form.ts';
import { type OwnerProof, wrongPassword } from '../connect/login/prove-owner.ts';
import { beginSession, endOtherSessions, type Player } from '../connect/login/sessions.ts';
import {
  type AccountRecord,
  isAccountLocked,
  lockAccount,
  lockEmail,
  lockPassword,
  replaceEmail,
  replacePassword,
  resetPasswordOf,
} from '../connect/login/store/accounts.ts';
import { deleteDevices, upsertDevice } from '../connect/login/store/devices.ts';
import { consumeLink, findLink } from '../connect/login/store/links.ts';
import { deleteSessions } from '../connect/login/store/sessions.ts';
import { recordAudit } from '../platform/audit/store/audit.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { queueMail } from '../platform/mail/outbox.ts';
import { hashSecret, newSecret } from '../platform/secrets/sealing.ts';

interface PasswordChanged {
  /** The token of the session that takes the place of the player's. */
  session: string;
  /** How many other sessions ended. */
  ended: number;
}

/**
 * Tries the form by which a player changes the password. With it go all sessions of the old one:
 * the others end, and the player's own is renewed.
 */
export async function changePassword(
  dependencies: Dependencies,
  proveOwner: OwnerProof,
  player: Player & { session: string },
  form: PostedForm,
): Promise<PasswordChanged | LogInRefusal> {
  const { database, clock } = dependencies;
  const { memberId, email, session } = player;
  const {
    field,
    raw,
    cookies: { device },
  } = form;
  const oldPassword = field('password');
  const newPassword = field('new_password');
  const faults = newPasswordFaults({ oldPassword, newPassword, again: field('again') });
  if (faults.length > 0) return { status: 422, faults };
  const proof = await proveOwner(player, form);
  if ('faults' in proof) return proof;

  const { passwordHash: oldHash } = proof;
  const newHash = await hashPassword(newPassword);
  return await database.transaction().execute(async (transaction) => {
    const now = clock();
    if (!(await replacePassword(transaction, { memberId, oldHash, newHash, now }))) {
      return wrongPassword();
    }
    await recordAudit(transaction, {
      occurredAt: now,
      actor: 'player',
      action: 'password.changed',
      applicationId: null,
      memberId,
    });
    await endLinks(transaction, { memberId, now });
    await deleteDevices(transaction, memberId, device === null ? null : hashSecret(device));
    if (email !== null) {
      const mail = { kind: 'password-changed', email, memberId } as const;
      await queueMail<AccountMail>(transaction, dependencies, mail);
    }
    const within = { ...dependencies, database: transaction };
    const ended = await endOtherSessions(within, memberId, session);
    const userAgent = raw.headers['user-agent'] ?? null;
    const renewed = await beginSession(within, { memberId, previousToken: session, userAgent });
    return { session: renewed, ended };
  });
}

/**
 * Queues a mail with a link to choose a new password. The same is done for every address: whether
 * it has an account is looked up when the mail is composed.
 */
export async function requestPasswordLink(
  dependencies: Dependencies,
  email: string,
): Promise<void> {
  await dependencies.database.transaction().execute((transaction) =>
    queueMail<AccountMail>(transaction, dependencies, {
      kind: 'password-link',
      email,
      memberId: null,
    }),
  );
}

/** Whether a link to choose a new password can still be used. */
export async function isPasswordLink(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  token: string,
): Promise<boolean> {
  const wanted = { tokenHash: hashSecret(token), purpose: 'password', now: clock() } as const;
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
  token: string,
  newPassword: string,
  device: string | null,
): Promise<string | null> {
  const { database, clock } = dependencies;
  const now = clock();
  const newHash = await hashPassword(newPassword);
  return await database.transaction().execute(async (transaction) => {
    const used = { tokenHash: hashSecret(token), purpose: 'password', now } as const;
    const { memberId = null } = (await findLink(transaction, used)) ?? {};
    if (memberId === null) return null;
    // Before its links, in the order in which they are ended.
    await lockAccount(transaction, memberId);
    const link = await consumeLink(transaction, used);
    if (link === undefined) return null;
    const { email } = link;
    const reset = { memberId, email, newHash, isByOperator: link.mailId === null, now };
    if (!(await resetPasswordOf(transaction, reset))) return null;
    await endLinks(transaction, { memberId, now });
    await deleteSessions(transaction, memberId);
    await deleteDevices(transaction, memberId);
    const known = device ?? newSecret('');
    const expiresAt = new Date(now.getTime() + ALLOWED_MILLISECONDS);
    await upsertDevice(transaction, { memberId, tokenHash: hashSecret(known), now, expiresAt });
    await recordAudit(transaction, {
      occurredAt: now,
      actor: 'player',
      action: 'password.reset',
      applicationId: null,
      memberId,
    });
    const mail = { kind: 'password-changed', email, memberId } as const;
    await queueMail<AccountMail>(transaction, dependencies, mail);
    return known;
  });
}

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
    const { memberId } = account;
    if (!(await lockPassword(transaction, account))) return false;
    if (await isAccountLocked(transaction, memberId)) return false;
    await queueMail<AccountMail>(transaction, dependencies, {
      kind: 'email-link',
      email,
      memberId,
    });
    return true;
  });
}

/** The address that a link proves; null where it was used or has expired. */
export async function findEmailByLink(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  token: string,
): Promise<string | null> {
  const wanted = { tokenHash: hashSecret(token), purpose: 'email', now: clock() } as const;
  return (await findLink(database, wanted))?.email ?? null;
}

/** Makes the address of a link that of its account, proven; false where that cannot be any more. */
export async function confirmEmail(dependencies: Dependencies, token: string): Promise<boolean> {
  const { database, clock } = dependencies;
  const now = clock();
  return await database.transaction().execute(async (transaction) => {
    const used = { tokenHash: hashSecret(token), purpose: 'email', now } as const;
    const { memberId = null } = (await findLink(transaction, used)) ?? {};
    if (memberId === null) return false;
    // Before its links, in the order in which they are ended.
    const before = await lockEmail(transaction, memberId);
    await lockAccount(transaction, memberId);
    const link = await consumeLink(transaction, used);
    if (link === undefined) return false;
    const { email } = link;
    if (!(await replaceEmail(transaction, { memberId, email, now }))) return false;
    const isChanged = before?.toLowerCase() !== email.toLowerCase();
    await recordAudit(transaction, {
      occurredAt: now,
      actor: 'player',
      action: isChanged ? 'email.changed' : 'email.proven',
      applicationId: null,
      memberId,
    });
    if (!isChanged) return true;
    await endLinks(transaction, { memberId, now });
    if (before !== null) {
      const mail = { kind: 'email-changed', email: before, memberId } as const;
      await queueMail<AccountMail>(transaction, dependencies, mail);
    }
    return true;
  });
}
