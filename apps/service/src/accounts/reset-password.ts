import { recordAudit } from '../platform/audit/store/audit.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { queueMail } from '../platform/mail/outbox.ts';
import { hashSecret, newSecret } from '../platform/secrets/secrets.ts';
import { ALLOWED_MILLISECONDS } from './allow-browser.ts';
import type { AccountMail } from './domain/account-mail.ts';
import { endLinks } from './end-links.ts';
import { hashPassword } from './password-hash.ts';
import { lockAccount, resetPasswordOf } from './store/accounts.ts';
import { deleteDevices, upsertDevice } from './store/devices.ts';
import { consumeLink, findLink } from './store/links.ts';
import { deleteSessions } from './store/sessions.ts';

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
