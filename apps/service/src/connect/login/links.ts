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
import { consumeLinksOf, insertLink, type LinkPurpose, type LinkSubject } from './store/links.ts';

const HOUR = 60 * 60 * 1_000;

/** How long a link is valid, in milliseconds. A link that changes a password expires sooner. */
export const LINK_LIFETIMES: Readonly<Record<LinkPurpose, number>> = {
  registration: 24 * HOUR,
  email: 24 * HOUR,
  password: HOUR,
  'log-in': 24 * HOUR,
  'set-up': 24 * HOUR,
};

/** The page where players complete and correct their profile. */
export const PROFILE_PATH = '/account/profile';

/** The page that creates new recovery codes. */
export const RECOVERY_PATH = '/account/recovery-codes';

/** The purpose of a link, and its mail if it has one. */
export type LinkRequest = LinkSubject & {
  of: RealmName;
  purpose: LinkPurpose;
  email: string | null;
  mailId?: string | null;
};

/**
 * Creates a one-use link and returns its address. Only the address contains the token: the database stores
 * the hash. Earlier links stay valid, so nobody can end another person's link by requesting a new one.
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

const kind: AccountMail = 'email-link';

/**
 * Ends every link of an account, and every queued mail to another address that would contain one. Somebody with the old
 * password may have requested them, and they must not undo what the owner has just done.
 */
export async function endLinks(
  transaction: DatabaseTransaction,
  { accountId, now }: { accountId: string; now: Date },
): Promise<void> {
  // In this order, because a mail that is being written gets its link before it can be deleted.
  await deleteMailsOf(transaction, { memberId: accountId, kind });
  await consumeLinksOf(transaction, { accountId, now });
}

/** The use of a ticket, and the cookie of its browser. With another cookie, the ticket is invalid. */
export interface TicketUse {
  purpose: 'log-in' | 'set-up' | 'operator';
  cookie: string;
}

/**
 * Creates and opens tickets: the state that a browser carries from one form to the next. A ticket is sealed, so that
 * the browser can neither read nor change it, and nothing is stored.
 */
export interface Tickets<Contents extends object> {
  issue: (use: TicketUse, contents: Contents) => Promise<string>;
  /** Returns null for a ticket that has expired, has another use, or is invalid. */
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

/** Says that a browser has entered the right password, until it also enters a code. */
export interface LogInTicket {
  accountId: string;
  /** Of the entered password. After a change of the password, the ticket is invalid. */
  passwordDigest: string;
}

export type LogInTickets = Tickets<LogInTicket>;

/** Returns the use of a log-in ticket, which is bound to the visit cookie, as its form is. */
export function logInUse({ visit }: Pick<Cookies, 'visit'>): TicketUse {
  return { purpose: 'log-in', cookie: visit ?? '' };
}

/** Identifies the password of an account without its hash. */
export function passwordDigest({ passwordHash }: Pick<AccountRecord, 'passwordHash'>): string {
  return Buffer.from(hashSecret(passwordHash)).toString('base64url');
}
