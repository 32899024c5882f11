import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { Database } from '../platform/database/schema.ts';
import { hashSecret, newSecret } from '../platform/secrets/secrets.ts';
import { countOtherMails, insertLink, type LinkPurpose, type LinkSubject } from './store/links.ts';

const HOUR = 60 * 60 * 1_000;

/** How long a link can be used, in milliseconds. One that changes a password lives shorter. */
export const LINK_LIFETIMES: Readonly<Record<LinkPurpose, number>> = {
  registration: 24 * HOUR,
  email: 24 * HOUR,
  password: HOUR,
  'log-in': 24 * HOUR,
};

/** Where the link of each purpose leads. */
export const LINK_PATHS: Readonly<Record<LinkPurpose, string>> = {
  registration: '/account/register/confirm',
  email: '/account/email/confirm',
  password: '/account/password/new',
  'log-in': '/account/log-in/allow',
};

/** The page that makes new recovery codes. */
export const RECOVERY_PATH = '/account/recovery-codes';

// Enough for somebody who looks in the wrong mailbox, and too few to fill one.
const MAILS_AN_HOUR = 5;

/** What a link is for, and the mail that it is sent with, if one is. */
export type LinkRequest = LinkSubject & {
  purpose: LinkPurpose;
  email: string;
  mailId?: string | null;
};

/**
 * Makes a one-use link and returns its address, in which alone its token stands: the database has
 * the hash. Links made before it go on working, so nobody can end somebody else's by asking again.
 */
export async function createLink(
  database: Database,
  { clock, publicUrl }: Pick<Dependencies, 'clock' | 'publicUrl'>,
  { mailId = null, ...link }: LinkRequest,
): Promise<string> {
  const now = clock();
  const token = newSecret('');
  await insertLink(database, {
    ...link,
    mailId,
    tokenHash: hashSecret(token),
    createdAt: now,
    expiresAt: new Date(now.getTime() + LINK_LIFETIMES[link.purpose]),
  });
  return `${publicUrl}${LINK_PATHS[link.purpose]}?token=${token}`;
}

/** Whether an address was sent so many links lately, beside those of this mail, that it is sent no more for a while. */
export async function hasTooManyLinks(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  mail: { email: string; mailId: string },
): Promise<boolean> {
  const since = new Date(clock().getTime() - HOUR);
  return (await countOtherMails(database, { ...mail, since })) >= MAILS_AN_HOUR;
}
