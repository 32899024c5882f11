import type { Database } from '../../../platform/database/schema.ts';

export interface NewSession {
  id: string;
  tokenHash: Uint8Array;
  memberId: string;
  createdAt: Date;
  expiresAt: Date;
  userAgent: string | null;
}

export interface SessionRecord {
  memberId: string;
  firstName: string;
  lastName: string;
  email: string | null;
  protectedUntil: string | null;
  lastUsedAt: Date;
}

export async function insertSession(database: Database, session: NewSession): Promise<void> {
  await database
    .insertInto('account_session')
    .values({
      id: session.id,
      token_hash: session.tokenHash,
      member_id: session.memberId,
      created_at: session.createdAt,
      last_used_at: session.createdAt,
      expires_at: session.expiresAt,
      user_agent: session.userAgent,
    })
    .execute();
}

/** Ends every session of the member. */
export async function deleteSessions(database: Database, memberId: string): Promise<void> {
  await database.deleteFrom('account_session').where('member_id', '=', memberId).execute();
}

/** The session with this token, unless it has expired or the account is locked. */
export async function findSession(
  database: Database,
  tokenHash: Uint8Array,
  now: Date,
): Promise<SessionRecord | undefined> {
  return await database
    .selectFrom('account_session')
    .innerJoin('member', 'member.id', 'account_session.member_id')
    .innerJoin('account', 'account.member_id', 'account_session.member_id')
    .select([
      'account_session.member_id as memberId',
      'account_session.last_used_at as lastUsedAt',
      'member.first_name as firstName',
      'member.last_name as lastName',
      'member.email',
      'member.protected_until as protectedUntil',
    ])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
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

export async function deleteSession(database: Database, tokenHash: Uint8Array): Promise<void> {
  await database.deleteFrom('account_session').where('token_hash', '=', tokenHash).execute();
}

/** Deletes the member's sessions that have expired, and of the others all but the latest used. */
export async function deleteStaleSessions(
  database: Database,
  memberId: string,
  { now, latestUsed }: { now: Date; latestUsed: number },
): Promise<void> {
  const surplus = database
    .selectFrom('account_session')
    .select('id')
    .where('member_id', '=', memberId)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .offset(latestUsed);
  await database
    .deleteFrom('account_session')
    .where('member_id', '=', memberId)
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

/** The member's sessions that have not expired, the one used last first. */
export async function listSessions(
  database: Database,
  memberId: string,
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
    .where('member_id', '=', memberId)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Ends every session of the member but the one with this token; gives how many were live. */
export async function deleteOtherSessions(
  database: Database,
  memberId: string,
  tokenHash: Uint8Array,
  now: Date,
): Promise<number> {
  const deleted = await database
    .deleteFrom('account_session')
    .where('member_id', '=', memberId)
    .where('token_hash', '!=', tokenHash)
    .returning('expires_at as expiresAt')
    .execute();
  return deleted.filter(({ expiresAt }) => expiresAt > now).length;
}
