import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/database/schema.ts';
import { type NamedAccount, selectNamed } from './accounts.ts';

/** Returns whether an account has logged in with this browser before, and how many browsers it has. */
export async function findDevice(
  database: Database,
  { accountId, tokenHash, now }: { accountId: string; tokenHash: Uint8Array; now: Date },
): Promise<boolean> {
  const device = await database
    .selectFrom('account_device')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return device !== undefined;
}

/** Does the same by the log-in name. */
export async function isDeviceOf(
  database: Database,
  { tokenHash, now, ...named }: NamedAccount & { tokenHash: Uint8Array; now: Date },
): Promise<boolean> {
  const device = await selectNamed(database, named)
    .innerJoin('account_device', 'account_device.account_id', 'account.id')
    .select('account.id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return device !== undefined;
}

export async function hasDevices(database: Database, accountId: string): Promise<boolean> {
  const device = await database
    .selectFrom('account_device')
    .select('account_id')
    .where('account_id', '=', accountId)
    .limit(1)
    .executeTakeFirst();
  return device !== undefined;
}

/** Remembers a browser, or extends the time for which it is remembered. */
export async function upsertDevice(
  transaction: DatabaseTransaction,
  device: { accountId: string; tokenHash: Uint8Array; now: Date; expiresAt: Date },
): Promise<void> {
  const { accountId, tokenHash, now, expiresAt } = device;
  await transaction
    .insertInto('account_device')
    .values({
      account_id: accountId,
      token_hash: tokenHash,
      created_at: now,
      expires_at: expiresAt,
    })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'token_hash']).doUpdateSet({
        expires_at: sql<Date>`greatest(account_device.expires_at, excluded.expires_at)`,
      }),
    )
    .execute();
}

/** Forgets all other browsers of an account, after a new password. */
export async function deleteDevices(
  transaction: DatabaseTransaction,
  accountId: string,
  exceptHash: Uint8Array | null = null,
): Promise<void> {
  await transaction
    .deleteFrom('account_device')
    .where('account_id', '=', accountId)
    .$if(exceptHash !== null, (query) => query.where('token_hash', '!=', exceptHash))
    .execute();
}

interface CountedAttempt {
  subject: Uint8Array;
  now: Date;
  /** The end of a count that begins now. */
  expiresAt: Date;
}

/** Counts an attempt. Returns how many there were since the count began, and when the count ends. */
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
