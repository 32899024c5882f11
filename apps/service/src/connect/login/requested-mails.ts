// Limits the mails that somebody asks for. Anybody can type another person's address, so each mail counts for its
// recipient.

import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { DatabaseTransaction } from '../../platform/database/schema.ts';
import { sendsMail } from '../../platform/mail/outbox.ts';
import { hashUnderSecretsKey } from '../../platform/secrets/sealing.ts';
import type { RealmName } from './store/accounts.ts';
import { countAttempt } from './store/devices.ts';

const HOUR_MILLISECONDS = 60 * 60 * 1_000;

/** Enough for somebody who looks in the wrong mailbox, and too few to flood one. */
export const MAILS_AN_HOUR = 5;

/**
 * What a mail counts for. Each realm and purpose has a separate count, so that the mails that strangers ask for do not use
 * up those that the owner of the address needs.
 */
export interface RequestedMail {
  of: RealmName;
  purpose: 'registration' | 'password' | 'email' | 'invitation';
  /** The address in any case, or the id of the account that asks. */
  who: string;
}

/**
 * Counts a mail before it is queued. Returns the seconds to wait if there were five in the last hour, otherwise null. The
 * counts are separate from what the mail is about, so deleting an invitation does not allow another mail.
 */
export async function takeMail(
  transaction: DatabaseTransaction,
  { clock, configuration }: Pick<Dependencies, 'clock' | 'configuration'>,
  { of, purpose, who }: RequestedMail,
): Promise<number | null> {
  if (!sendsMail({ configuration })) return null;
  const now = clock();
  const expiresAt = new Date(now.getTime() + HOUR_MILLISECONDS);
  const ends: Date[] = [];
  // Each mail takes a slot for an hour. One count for the whole hour would allow ten mails around its end.
  for (let slot = 1; slot <= MAILS_AN_HOUR; slot += 1) {
    const text = `${purpose} mail ${slot} of ${of} ${who.toLowerCase()}`;
    const subject = await hashUnderSecretsKey(configuration, text);
    const taken = await countAttempt(transaction, { subject, now, expiresAt });
    if (taken.amount === 1) return null;
    ends.push(taken.expiresAt);
  }
  return Math.min(...ends.map((end) => secondsUntil(end, now)));
}

/** Returns whole seconds, at least one. */
export function secondsUntil(end: Date, now: Date): number {
  return Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 1_000));
}
