import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/schema.ts';
import { deleteMailsOf } from '../../platform/mail/store/mails.ts';
import {
  createSecretSealing,
  hashSecret,
  newSecret,
  openOrNull,
} from '../../platform/secrets/sealing.ts';
import type { AccountMail } from './domain/account-mail.ts';
import type { Cookies } from './posted-form.ts';
import { linkPath, realmOf } from './realms.ts';
import type { AccountRecord, RealmName } from './store/accounts.ts';
import {
  consumeLinksOf,
  countOtherMails,
  insertLink,
  type LinkPurpose,
  type LinkSubject,
} from './store/links.ts';

const HOUR = 60 * 60 * 1_000;

/** How long a link can be used, in milliseconds. One that changes a password lives shorter. */
export const LINK_LIFETIMES: Readonly<Record<LinkPurpose, number>> = {
  registration: 24 * HOUR,
  email: 24 * HOUR,
  password: HOUR,
  'log-in': 24 * HOUR,
  'set-up': 24 * HOUR,
};

/** The page where players enter and correct who they are. */
export const PROFILE_PATH = '/account/profile';

/** The page that makes new recovery codes. */
export const RECOVERY_PATH = '/account/recovery-codes';

// Enough for somebody who looks in the wrong mailbox, and too few to fill one.
const MAILS_AN_HOUR = 5;

/** What a link is for, and the mail that it is sent with, if one is. */
export type LinkRequest = LinkSubject & {
  of: RealmName;
  purpose: LinkPurpose;
  email: string | null;
  mailId?: string | null;
};

/**
 * Makes a one-use link and returns its address, in which alone its token stands: the database has
 * the hash. Links made before it go on working, so nobody can end somebody else's by asking again.
 */
export async function createLink(
  database: Database,
  { clock, publicUrl }: Pick<Dependencies, 'clock' | 'publicUrl'>,
  { of, mailId = null, ...link }: LinkRequest,
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
  return `${publicUrl}${linkPath(realmOf(of), link.purpose)}?token=${token}`;
}

/** Whether an address was sent so many links lately, beside those of this mail, that it is sent no more for a while. */
export async function hasTooManyLinks(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  mail: { email: string; mailId: string },
): Promise<boolean> {
  const since = new Date(clock().getTime() - HOUR);
  return (await countOtherMails(database, { ...mail, since })) >= MAILS_AN_HOUR;
}

const kind: AccountMail = 'email-link';

/**
 * Ends every link of an account, and every mail to another address that would bring one. Somebody who knew the old
 * password may have asked for it, and it must not undo what the account's owner has just done.
 */
export async function endLinks(
  transaction: DatabaseTransaction,
  { accountId, now }: { accountId: string; now: Date },
): Promise<void> {
  // In this order: a mail that is being written has its link before it can be deleted.
  await deleteMailsOf(transaction, { memberId: accountId, kind });
  await consumeLinksOf(transaction, { accountId, now });
}

/** What a ticket is for, and the cookie of the browser that carries it: with another it is worthless. */
export interface TicketUse {
  purpose: 'log-in' | 'set-up' | 'operator';
  cookie: string;
}

/**
 * What a browser carries from one form to the next, sealed, so that it can neither read nor change it.
 * Nothing is stored of it.
 */
export interface Tickets<Contents extends object> {
  issue: (use: TicketUse, contents: Contents) => Promise<string>;
  /** Null for a ticket that has expired, or that is of another use, or none at all. */
  open: (use: TicketUse, ticket: string) => Promise<Contents | null>;
}

const LIFETIME_MILLISECONDS = 10 * 60 * 1_000;

export function createTickets<Contents extends object>({
  clock,
  configuration,
}: Pick<Dependencies, 'clock' | 'configuration'>): Tickets<Contents> {
  const sealing = createSecretSealing(configuration);
  return {
    issue: async (use, contents) => {
      const expiresAt = clock().getTime() + LIFETIME_MILLISECONDS;
      const sealed = await sealing.seal(JSON.stringify({ contents, expiresAt }), contextOf(use));
      return Buffer.from(sealed).toString('base64url');
    },
    open: async (use, ticket) => {
      const text = await openOrNull(sealing, Buffer.from(ticket, 'base64url'), contextOf(use));
      if (text === null) return null;
      const { contents, expiresAt }: { contents: Contents; expiresAt: number } = JSON.parse(text);
      return clock().getTime() < expiresAt ? contents : null;
    },
  };
}

function contextOf({ purpose, cookie }: TicketUse): string {
  return `ticket ${purpose} ${cookie}`;
}

/** That a browser has given the right password, until it gives a code too. */
export interface LogInTicket {
  accountId: string;
  /** Of the password that was given: with another one the ticket is worthless. */
  passwordDigest: string;
}

export type LogInTickets = Tickets<LogInTicket>;

/** A ticket of a log-in is bound to the visit, as its form is. */
export function logInUse({ visit }: Pick<Cookies, 'visit'>): TicketUse {
  return { purpose: 'log-in', cookie: visit ?? '' };
}

/** Says which password an account had without saying its hash. */
export function passwordDigest({ passwordHash }: Pick<AccountRecord, 'passwordHash'>): string {
  return Buffer.from(hashSecret(passwordHash)).toString('base64url');
}
