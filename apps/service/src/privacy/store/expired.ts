import { sql } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';

/**
 * Deletes in steps of at most `limit` rows, so that no step locks rows for long. Yields the number of rows after each step.
 * Locked rows are left for the next round.
 */
export type Pruning = (database: Database, before: Date, limit: number) => AsyncGenerator<number>;

/** The tables whose rows have a time at which they expire. */
const expiring = {
  idempotency_record: 'owner, idempotency_key',
  authorization_request: 'handle_hash',
  access_token: 'token_hash',
  refresh_token: 'token_hash',
  account_session: 'token_hash',
  account_link: 'token_hash',
  account_device: 'account_id, token_hash',
  account_registration: 'id',
  attempt_count: 'subject',
  mail: 'id',
  application_member: 'id',
  refused_registration: 'origin_hash',
  job: 'id',
  job_difference: 'job_id, number',
} as const;

/** Deletes rows that expired before a moment, the oldest first. */
export function expiredIn(table: keyof typeof expiring): Pruning {
  const key = sql.raw(expiring[table]);
  return (database, before, limit) =>
    repeat(limit, async () => {
      const { rows } = await sql`
        with expired as materialized (
          select ${key} from ${sql.table(table)}
          where expires_at <= ${before}::timestamptz
          order by expires_at
          limit ${limit}::integer
          for update skip locked
        )
        delete from ${sql.table(table)}
        where (${key}) in (select ${key} from expired)
        returning 1
      `.execute(database);
      return rows.length;
    });
}

/** Deletes deliveries of a table that were written before a moment and whose attempts have ended. */
export function finishedDeliveries(table: string): Pruning {
  return (database, before, limit) =>
    repeat(limit, async () => {
      const { rows } = await sql`
        with finished as materialized (
          select id from ${sql.table(table)}
          where status <> 'pending' and created_at <= ${before}::timestamptz
          order by created_at
          limit ${limit}::integer
          for update skip locked
        )
        delete from ${sql.table(table)} where id in (select id from finished)
        returning 1
      `.execute(database);
      return rows.length;
    });
}

/** Deletes rating updates that took effect before a moment. */
export const oldRatingUpdates: Pruning = (database, before, limit) =>
  repeat(limit, async () => {
    const { rows } = await sql`
      with old as materialized (
        select expired.* from application cross join lateral (
          select application_id, transaction_id, position from rating_update
          where application_id = application.id and changed_at <= ${before}::timestamptz
          order by changed_at
          limit ${limit}::integer
          for update skip locked
        ) as expired
        limit ${limit}::integer
      )
      delete from rating_update
      where (application_id, transaction_id, position) in (select * from old)
      returning 1
    `.execute(database);
    return rows.length;
  });

/**
 * Deletes codes that expired before a moment and of which no issued token exists. A code that is used again ends its tokens.
 * Other codes are skipped, a step at a time.
 */
export async function* expiredCodes(
  database: Database,
  before: Date,
  limit: number,
): AsyncGenerator<number> {
  let after: CodePosition = { expiresAt: new Date(0), codeHash: Buffer.alloc(0) };
  for (;;) {
    const { rows } = await sql<CodePosition & { looked: number; deleted: number }>`
      with looked as materialized (
        select code_hash, expires_at from authorization_code
        where (expires_at, code_hash) > (${after.expiresAt}::timestamptz, ${after.codeHash}::bytea)
          and expires_at <= ${before}::timestamptz
        order by expires_at, code_hash
        limit ${limit}::integer
      ),
      -- Only these rows are locked: a lock is a write, and the codes that stay are read every time.
      childless as materialized (
        select code_hash from authorization_code as code
        where code_hash in (select code_hash from looked)
          and not exists (select from access_token where access_token.code_hash = code.code_hash)
          and not exists (select from refresh_token where refresh_token.code_hash = code.code_hash)
        for update skip locked
      ),
      deleted as (
        delete from authorization_code
        where code_hash in (select code_hash from childless)
        returning 1
      )
      select expires_at as "expiresAt", code_hash as "codeHash",
        (select count(*) from looked) as looked, (select count(*) from deleted) as deleted
      from looked
      order by expires_at desc, code_hash desc
      limit 1
    `.execute(database);
    const [last] = rows;
    yield last?.deleted ?? 0;
    if (last === undefined || last.looked < limit) return;
    after = last;
  }
}

interface CodePosition {
  expiresAt: Date;
  codeHash: Uint8Array;
}

/** Deletes signing secrets that a rotation replaced and that are no longer used. */
export async function* replacedSecrets(database: Database, before: Date): AsyncGenerator<number> {
  const { numUpdatedRows } = await database
    .updateTable('webhook_endpoint')
    .set({ previous_secret_sealed: null, previous_secret_expires_at: null })
    .where('previous_secret_expires_at', '<=', before)
    .executeTakeFirst();
  yield Number(numUpdatedRows);
}

async function* repeat(limit: number, step: () => Promise<number>): AsyncGenerator<number> {
  for (;;) {
    const deleted = await step();
    yield deleted;
    if (deleted < limit) return;
  }
}
