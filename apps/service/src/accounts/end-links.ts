import type { DatabaseTransaction } from '../platform/database/schema.ts';
import { deleteMailsOf } from '../platform/mail/store/mails.ts';
import type { AccountMail } from './domain/account-mail.ts';
import { consumeLinksOfMember } from './store/links.ts';

const kind: AccountMail = 'email-link';

/**
 * Ends every link of a member, and every mail to another address that would bring one. Somebody who knew the old
 * password may have asked for it, and it must not undo what the account's owner has just done.
 */
export async function endLinks(
  transaction: DatabaseTransaction,
  { memberId, now }: { memberId: string; now: Date },
): Promise<void> {
  // In this order: a mail that is being written has its link before it can be deleted.
  await deleteMailsOf(transaction, { memberId, kind });
  await consumeLinksOfMember(transaction, { memberId, now });
}
