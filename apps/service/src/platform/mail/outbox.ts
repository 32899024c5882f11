import type { Dependencies } from '../configuration/dependencies.ts';
import { newId } from '../database/identifiers.ts';
import type { DatabaseTransaction } from '../database/schema.ts';
import { insertMail } from './store/mails.ts';

/** A mail to be composed and sent: what kind it is, to whom, and what its text depends on. */
export interface MailRequest<Kind extends string = string> {
  kind: Kind;
  email: string;
  /** The member whose account it is about; null where the address need not have one. */
  memberId: string | null;
  /** Never a secret: it is stored as it is. */
  details?: Record<string, unknown>;
}

// Nobody waits for a mail longer, and the links of most do not live as long.
const LIFETIME_MILLISECONDS = 24 * 60 * 60 * 1_000;

/** Whether this service sends mails at all. */
export function sendsMail({ configuration }: Pick<Dependencies, 'configuration'>): boolean {
  return configuration.smtpUrl !== null;
}

/** Queues a mail in the transaction of what it is about. Nothing is queued where none is sent. */
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
    expires_at: new Date(now.getTime() + LIFETIME_MILLISECONDS),
  });
}
