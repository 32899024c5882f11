import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/database/schema.ts';

export type LinkPurpose = 'registration' | 'email' | 'password' | 'log-in';

/** What a link is about: a registration that is not proven yet, or an account. */
export type LinkSubject =
  | { registrationId: string; memberId: null }
  | { registrationId: null; memberId: string };

export type NewLink = LinkSubject & {
  tokenHash: Uint8Array;
  purpose: LinkPurpose;
  email: string;
  /** The mail that it is sent with; null where an operator gives it out. */
  mailId: string | null;
  createdAt: Date;
  expiresAt: Date;
};

export interface LinkRecord {
  registrationId: string | null;
  memberId: string | null;
  /** The address it was made for. */
  email: string;
  /** The mail that it was sent with; null where an operator gave it out. */
  mailId: string | null;
}

const linkColumns = [
  'registration_id as registrationId',
  'member_id as memberId',
  'email',
  'mail_id as mailId',
] as const;

export async function insertLink(database: Database, link: NewLink): Promise<void> {
  await database
    .insertInto('account_link')
    .values({
      token_hash: link.tokenHash,
      purpose: link.purpose,
      registration_id: link.registrationId,
      member_id: link.memberId,
      email: link.email,
      mail_id: link.mailId,
      created_at: link.createdAt,
      expires_at: link.expiresAt,
    })
    .execute();
}

interface WantedLink {
  tokenHash: Uint8Array;
  purpose: LinkPurpose;
  now: Date;
}

/** A link that may still be used. */
export async function findLink(
  database: Database,
  { tokenHash, purpose, now }: WantedLink,
): Promise<LinkRecord | undefined> {
  return await database
    .selectFrom('account_link')
    .select(linkColumns)
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Uses a link up, in one statement: of several uses at once only one gets it. */
export async function consumeLink(
  transaction: DatabaseTransaction,
  { tokenHash, purpose, now }: WantedLink,
): Promise<LinkRecord | undefined> {
  return await transaction
    .updateTable('account_link')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(linkColumns)
    .executeTakeFirst();
}

/** Uses up every link that the member has. */
export async function consumeLinksOfMember(
  transaction: DatabaseTransaction,
  { memberId, now }: { memberId: string; now: Date },
): Promise<void> {
  await transaction
    .updateTable('account_link')
    .set({ used_at: now })
    .where('member_id', '=', memberId)
    .where('used_at', 'is', null)
    .execute();
}

/** How many other mails with a link were written to an address since a moment, however often each was attempted. */
export async function countOtherMails(
  database: Database,
  { email, mailId, since }: { email: string; mailId: string; since: Date },
): Promise<number> {
  const { count } = await database
    .selectFrom('account_link')
    .select(({ fn }) => fn.count<number>('mail_id').distinct().as('count'))
    .where(sql<string>`lower(email)`, '=', sql<string>`lower(${email})`)
    .where('created_at', '>', since)
    .where('mail_id', '!=', mailId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
