import { recordAudit } from '../platform/audit/store/audit.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { queueMail } from '../platform/mail/outbox.ts';
import { hashSecret } from '../platform/secrets/secrets.ts';
import type { AccountMail } from './domain/account-mail.ts';
import { endLinks } from './end-links.ts';
import {
  type AccountRecord,
  isAccountLocked,
  lockAccount,
  lockEmail,
  lockPassword,
  replaceEmail,
} from './store/accounts.ts';
import { consumeLink, findLink } from './store/links.ts';

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
