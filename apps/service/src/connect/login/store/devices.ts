import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/database/schema.ts';

/** Whether an account has logged in with this browser before, and how many browsers it has. */
export async function findDevice(
  database: Database,
  { memberId, tokenHash, now }: { memberId: string; tokenHash: Uint8Array; now: Date },
): Promise<boolean> {
  const device = await database
    .selectFrom('account_device')
    .select('member_id')
    .where('member_id', '=', memberId)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return device !== undefined;
}

/** The same by the e-mail address, which is all that a log-in form says. */
export async function isDeviceOf(
  database: Database,
  { email, tokenHash, now }: { email: string; tokenHash: Uint8Array; now: Date },
): Promise<boolean> {
  const device = await database
    .selectFrom('account_device')
    .innerJoin('member', 'member.id', 'account_device.member_id')
    .select('member.id')
    .where(sql<string>`lower(member.email)`, '=', sql<string>`lower(${email})`)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return device !== undefined;
}

export async function hasDevices(database: Database, memberId: string): Promise<boolean> {
  const device = await database
    .selectFrom('account_device')
    .select('member_id')
    .where('member_id', '=', memberId)
    .limit(1)
    .executeTakeFirst();
  return device !== undefined;
}

/** Remembers a browser, or remembers it for longer. */
export async function upsertDevice(
  transaction: DatabaseTransaction,
  device: { memberId: string; tokenHash: Uint8Array; now: Date; expiresAt: Date },
): Promise<void> {
  const { memberId, tokenHash, now, expiresAt } = device;
  await transaction
    .insertInto('account_device')
    .values({ member_id: memberId, token_hash: tokenHash, created_at: now, expires_at: expiresAt })
    .onConflict((conflict) =>
      conflict.columns(['member_id', 'token_hash']).doUpdateSet({
        expires_at: sql<Date>`greatest(account_device.expires_at, excluded.expires_at)`,
      }),
    )
    .execute();
}

/** Forgets every browser of an account but this one: an account with a new password starts over. */
export async function deleteDevices(
  transaction: DatabaseTransaction,
  memberId: string,
  exceptHash: Uint8Array | null = null,
): Promise<void> {
  await transaction
    .deleteFrom('account_device')
    .where('member_id', '=', memberId)
    .$if(exceptHash !== null, (query) => query.where('token_hash', '!=', exceptHash))
    .execute();
}

interface CountedAttempt {
  subject: Uint8Array;
  now: Date;
  /** When the count ends that begins now. */
  expiresAt: Date;
}

/** Counts an attempt; gives how many there were since the count began, and when it ends. */
export async function countAttempt(
  transaction: DatabaseTransaction,
  { subject, now, expiresAt }: CountedAttempt,
): Promise<{ amount: number; expiresAt: Date }> {
  const isOver = sql<boolean>`attempt_count.expires_at <= ${now}::timestamptz`;
  return await transaction
    .insertInto('attempt_count')
    .values({ subject, amount: 1, expires_at: expiresAt })
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet({
        amount: sql<number>`case when ${isOver} then 1 else attempt_count.amount + 1 end`,
        expires_at: sql<Date>`case when ${isOver} then excluded.expires_at else attempt_count.expires_at end`,
      }),
    )
    .returning(['amount', 'expires_at as expiresAt'])
    .executeTakeFirstOrThrow();
}

/** Subtracts a counted attempt, unless the count is above `limit`. */
export async function uncountAttempt(
  transaction: DatabaseTransaction,
  { subject, limit }: { subject: Uint8Array; limit: number },
): Promise<void> {
  await transaction
    .updateTable('attempt_count')
    .set(({ eb }) => ({ amount: eb('amount', '-', 1) }))
    .where('subject', '=', subject)
    .where('amount', '>', 0)
    .where('amount', '<=', limit)
    .execute();
}
