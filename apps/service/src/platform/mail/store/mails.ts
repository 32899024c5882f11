import { type Insertable, sql } from 'kysely';
import type { Database, DatabaseTransaction, MailTable } from '../../database/schema.ts';

/** A mail that this instance may send until its lease ends. */
export interface ClaimedMail {
  id: string;
  kind: string;
  email: string;
  memberId: string | null;
  details: Record<string, unknown>;
  attempts: number;
  createdAt: Date;
  expiresAt: Date;
}

export async function insertMail(
  transaction: DatabaseTransaction,
  mail: Insertable<MailTable>,
): Promise<void> {
  await transaction.insertInto('mail').values(mail).execute();
}

/** Claims the mails that are due, the oldest first, and skips mails that another instance has claimed. */
export async function claimMails(
  database: Database,
  { now, leasedUntil, limit }: { now: Date; leasedUntil: Date; limit: number },
): Promise<ClaimedMail[]> {
  const { rows } = await sql<ClaimedMail>`
    with due as materialized (
      select id from mail
      where next_attempt_at <= ${now}::timestamptz
        and (leased_until is null or leased_until <= ${now}::timestamptz)
      order by next_attempt_at, id
      limit ${limit}::integer
      for update skip locked
    )
    update mail set leased_until = ${leasedUntil}::timestamptz
    where id in (select id from due)
    returning id, kind, email, member_id as "memberId", details, attempts,
      created_at as "createdAt", expires_at as "expiresAt"
  `.execute(database);
  return rows;
}

/** Returns whether a mail still waits, and locks it until the transaction ends. */
export async function lockMail(transaction: DatabaseTransaction, id: string): Promise<boolean> {
  const locked = await transaction
    .selectFrom('mail')
    .select('id')
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst();
  return locked !== undefined;
}

/** Returns how many mails wait, and since when the oldest one does. */
export async function measureWaiting(
  database: Database,
): Promise<{ waiting: number; oldest: Date | null }> {
  return await database
    .selectFrom('mail')
    .select(({ fn }) => [
      fn.countAll<number>().as('waiting'),
      fn.min<Date | null>('created_at').as('oldest'),
    ])
    .executeTakeFirstOrThrow();
}

/** Postpones a mail after a failed attempt, and ends its lease. */
export async function postponeMail(
  database: Database,
  id: string,
  { attempts, nextAttemptAt }: { attempts: number; nextAttemptAt: Date },
): Promise<void> {
  await database
    .updateTable('mail')
    .set({ attempts, next_attempt_at: nextAttemptAt, leased_until: null })
    .where('id', '=', id)
    .execute();
}

export async function deleteMail(database: Database, id: string): Promise<void> {
  await database.deleteFrom('mail').where('id', '=', id).execute();
}

/** Deletes the unsent mails of a kind about a member. */
export async function deleteMailsOf(
  transaction: DatabaseTransaction,
  { memberId, kind }: { memberId: string; kind: string },
): Promise<void> {
  await transaction
    .deleteFrom('mail')
    .where('member_id', '=', memberId)
    .where('kind', '=', kind)
    .execute();
}
