import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../platform/database/schema.ts';

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
