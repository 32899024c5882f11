import { type Insertable, sql } from 'kysely';
import type { Database, DatabaseTransaction, MailTable } from '../../database/schema.ts';

/** A mail that this instance may send, until its lease ends. */
export interface ClaimedMail {
  id: string;
  kind: string;
  email: string;
  memberId: string | null;
  details: Record<string, unknown>;
  /** How often it was attempted before. */
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

/** Leases the mails that are due, the longest first. Others pass over what one has leased. */
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

/** Whether a mail still waits, which nobody else deletes until the transaction ends. */
export async function lockMail(transaction: DatabaseTransaction, id: string): Promise<boolean> {
  const locked = await transaction
    .selectFrom('mail')
    .select('id')
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst();
  return locked !== undefined;
}

/** How many mails wait, and since when the oldest of them does. */
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

/** Puts off a mail whose attempt failed, and lets go of it. */
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

/** Deletes a mail that was sent or is given up. */
export async function deleteMail(database: Database, id: string): Promise<void> {
  await database.deleteFrom('mail').where('id', '=', id).execute();
}

/** Deletes the mails of a kind about a member that were not sent yet. */
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
