import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/database/schema.ts';
import { type RealmName, rolesOf } from './accounts.ts';

export type LinkPurpose = 'registration' | 'email' | 'password' | 'log-in' | 'set-up';

/** The subject of a link: a registration that is not proven yet, or an account. */
export type LinkSubject =
  | { registrationId: string; accountId: null }
  | { registrationId: null; accountId: string };

export type NewLink = LinkSubject & {
  tokenHash: Uint8Array;
  purpose: LinkPurpose;
  email: string | null;
  /** The mail with the link. Null if an operator gives the link out. */
  mailId: string | null;
  createdAt: Date;
  expiresAt: Date;
};

export interface LinkRecord {
  registrationId: string | null;
  accountId: string | null;
  /** The address for which the link was created. Null for a link of an operator. */
  email: string | null;
  /** The mail with the link. Null if an operator gave the link out. */
  mailId: string | null;
}

const linkColumns = [
  'registration_id as registrationId',
  'account_id as accountId',
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
      account_id: link.accountId,
      email: link.email,
      mail_id: link.mailId,
      created_at: link.createdAt,
      expires_at: link.expiresAt,
    })
    .execute();
}

interface WantedLink {
  of: RealmName;
  tokenHash: Uint8Array;
  purpose: LinkPurpose;
  now: Date;
}

/** Selects the links of a realm. */
const isOf = (of: RealmName) =>
  sql<boolean>`coalesce(
    (select role from account where account.id = account_link.account_id),
    (select role from account_registration as registration where registration.id = registration_id)
  ) in (${sql.join(rolesOf[of])})`;

/** Returns a link that is still valid. */
export async function findLink(
  database: Database,
  { of, tokenHash, purpose, now }: WantedLink,
): Promise<LinkRecord | undefined> {
  return await database
    .selectFrom('account_link')
    .select(linkColumns)
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where(isOf(of))
    .executeTakeFirst();
}

/** Consumes a link in one statement, so that only one of several requests gets it. */
export async function consumeLink(
  transaction: DatabaseTransaction,
  { of, tokenHash, purpose, now }: WantedLink,
): Promise<LinkRecord | undefined> {
  return await transaction
    .updateTable('account_link')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where(isOf(of))
    .returning(linkColumns)
    .executeTakeFirst();
}

export async function consumeLinksOf(
  transaction: DatabaseTransaction,
  { accountId, now }: { accountId: string; now: Date },
): Promise<void> {
  await transaction
    .updateTable('account_link')
    .set({ used_at: now })
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .execute();
}
