import type { Dependencies } from '../configuration/dependencies.ts';
import { newId } from '../database/identifiers.ts';
import type { DatabaseTransaction } from '../database/schema.ts';
import { insertMail } from './store/mails.ts';

export interface MailRequest<Kind extends string = string> {
  kind: Kind;
  email: string;
  /** The member whose account it is about. Null if the address does not need an account. */
  memberId: string | null;
  /** Never a secret, because it is stored as plain text. */
  details?: Record<string, unknown>;
}

// Nobody waits longer for a mail, and most links in mails expire earlier.
export const MAIL_LIFETIME_MILLISECONDS = 24 * 60 * 60 * 1_000;

export function sendsMail({ configuration }: Pick<Dependencies, 'configuration'>): boolean {
  return configuration.smtpUrl !== null;
}

/** Queues a mail in the transaction of its cause. Queues nothing if the service sends no mail. */
export async function queueMail<Kind extends string>(
  transaction: DatabaseTransaction,
  { clock, configuration }: Pick<Dependencies, 'clock' | 'configuration'>,
  { kind, email, memberId, details = {} }: MailRequest<Kind>,
): Promise<void> {
  if (!sendsMail({ configuration })) return;
  const now = clock();
  await insertMail(transaction, {
    id: newId('mai'),
    kind,
    email,
    member_id: memberId,
    details: JSON.stringify(details),
    next_attempt_at: now,
    created_at: now,
    expires_at: new Date(now.getTime() + MAIL_LIFETIME_MILLISECONDS),
  });
}
