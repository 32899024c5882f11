// The sessions of people who are logged in, in the database.

import { sql } from 'kysely';
import type { AccountTable, Database } from '../../../platform/database/schema.ts';
import { type RealmName, rolesOf } from './accounts.ts';

export interface NewSession {
  id: string;
  tokenHash: Uint8Array;
  accountId: string;
  createdAt: Date;
  expiresAt: Date;
  userAgent: string | null;
}

export interface SessionRecord {
  accountId: string;
  role: AccountTable['role'];
  name: string;
  email: string | null;
  /** Of a player. Null for all other people. */
  protectedUntil: string | null;
  lastUsedAt: Date;
  /** When the person last entered everything that a log-in needs. */
  provenAt: Date;
}

interface WantedSession {
  of: RealmName;
  tokenHash: Uint8Array;
  now: Date;
  /** Whether the session was used after this moment. */
  usedAfter: Date;
}

export async function insertSession(database: Database, session: NewSession): Promise<void> {
  await database
    .insertInto('account_session')
    .values({
      id: session.id,
      token_hash: session.tokenHash,
      account_id: session.accountId,
      created_at: session.createdAt,
      last_used_at: session.createdAt,
      expires_at: session.expiresAt,
      user_agent: session.userAgent,
      proven_at: session.createdAt,
    })
    .execute();
}

export async function deleteSessions(database: Database, accountId: string): Promise<void> {
  await database.deleteFrom('account_session').where('account_id', '=', accountId).execute();
}

/** Returns the session with this token in a realm, unless it has expired or the account is locked. */
export async function findSession(
  database: Database,
  { of, tokenHash, now, usedAfter }: WantedSession,
): Promise<SessionRecord | undefined> {
  return await database
    .selectFrom('account_session')
    .innerJoin('account', 'account.id', 'account_session.account_id')
    .leftJoin('member', 'member.id', 'account.member_id')
    .select([
      'account.id as accountId',
      'account.role',
      'account_session.last_used_at as lastUsedAt',
      'account_session.proven_at as provenAt',
      sql<string>`coalesce(account.name, member.first_name || ' ' || member.last_name)`.as('name'),
      sql<string | null>`coalesce(account.email, member.email)`.as('email'),
      'member.protected_until as protectedUntil',
    ])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('last_used_at', '>', usedAfter)
    .where('account.role', 'in', rolesOf[of])
    .where('member.erased_at', 'is', null)
    .where('account.locked_at', 'is', null)
    .executeTakeFirst();
}

export async function recordSessionUse(
  database: Database,
  tokenHash: Uint8Array,
  now: Date,
): Promise<void> {
  await database
    .updateTable('account_session')
    .set({ last_used_at: now })
    .where('token_hash', '=', tokenHash)
    .execute();
}

/** Counts an attempt to prove the session. Returns how many there were, or undefined if the session is over. */
export async function countProofAttempt(
  database: Database,
  tokenHash: Uint8Array,
): Promise<number | undefined> {
  const session = await database
    .updateTable('account_session')
    .set(({ eb }) => ({ proof_attempts: eb('proof_attempts', '+', 1) }))
    .where('token_hash', '=', tokenHash)
    .returning('proof_attempts')
    .executeTakeFirst();
  return session?.proof_attempts;
}

/** Records that password and code were right. */
export async function recordProof(
  database: Database,
  tokenHash: Uint8Array,
  now: Date,
): Promise<void> {
  const session = database.updateTable('account_session').where('token_hash', '=', tokenHash);
  await session.set({ proven_at: now, proof_attempts: 0 }).execute();
}

export async function deleteSession(database: Database, tokenHash: Uint8Array): Promise<void> {
  await database.deleteFrom('account_session').where('token_hash', '=', tokenHash).execute();
}

/** Deletes the expired sessions of the account, and the least recently used ones above the limit. */
export async function deleteStaleSessions(
  database: Database,
  accountId: string,
  { now, latestUsed }: { now: Date; latestUsed: number },
): Promise<void> {
  const surplus = database
    .selectFrom('account_session')
    .select('id')
    .where('account_id', '=', accountId)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .offset(latestUsed);
  await database
    .deleteFrom('account_session')
    .where('account_id', '=', accountId)
    .where((where) => where.or([where('expires_at', '<=', now), where('id', 'in', surplus)]))
    .execute();
}

export interface ListedSession {
  id: string;
  tokenHash: Uint8Array;
  createdAt: Date;
  lastUsedAt: Date;
  userAgent: string | null;
}

/** Returns the sessions of the account that have not expired, the most recently used first. */
export async function listSessions(
  database: Database,
  accountId: string,
  now: Date,
): Promise<ListedSession[]> {
  return await database
    .selectFrom('account_session')
    .select([
      'id',
      'token_hash as tokenHash',
      'created_at as createdAt',
      'last_used_at as lastUsedAt',
      'user_agent as userAgent',
    ])
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Ends all other sessions of the account. Returns how many were valid. */
export async function deleteOtherSessions(
  database: Database,
  accountId: string,
  tokenHash: Uint8Array,
  now: Date,
): Promise<number> {
  const deleted = await database
    .deleteFrom('account_session')
    .where('account_id', '=', accountId)
    .where('token_hash', '!=', tokenHash)
    .returning('expires_at as expiresAt')
    .execute();
  return deleted.filter(({ expiresAt }) => expiresAt > now).length;
}
