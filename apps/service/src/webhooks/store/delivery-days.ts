import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/schema.ts';

const DAY = 24 * 60 * 60 * 1_000;

// If the tables stay locked for this many days, there is no table for today.
const DAYS_AHEAD = 3;

// While a statement waits for a table, all later statements on the table wait too.
const LOCK_TIMEOUT_MILLISECONDS = 1_000;

// Only the holder of this lock creates and drops the tables of days.
const DAYS_LOCK = 4_113_446;

/** A table of ended deliveries of a period. */
interface Part {
  name: string;
  /** Null if the period has no start or no end. */
  since: Date | null;
  until: Date | null;
  /** How many rows the planner expects in it. */
  rows: number;
}

/**
 * Creates the missing tables for the ended deliveries of today and the next days. A day that already has rows in the default
 * table stays there.
 */
export async function makeDeliveryDays(database: Database, now: Date): Promise<void> {
  const missing = missingDays(await findParts(database), now);
  if (missing.length === 0) return;
  await withDays(database, async (transaction) => {
    for (const day of missingDays(await findParts(transaction), now)) {
      if (!(await hasDefaultRows(transaction, day))) await makeDay(transaction, day);
    }
  });
}

/** Drops the tables of the days that ended before a time, and yields the approximate number of rows of each. */
export async function* dropDeliveryDays(database: Database, before: Date): AsyncGenerator<number> {
  const isOver = ({ until }: Part) => until !== null && until <= before;
  for (const { name, rows } of (await findParts(database)).filter(isOver)) {
    await withDays(database, async (transaction) => {
      await sql`drop table if exists ${sql.table(name)}`.execute(transaction);
    });
    yield rows;
  }
}

/** Returns the tables of ended deliveries that belong to no day. */
export async function findUndatedDeliveries(database: Database): Promise<string[]> {
  const parts = await findParts(database);
  return parts.filter(({ since }) => since === null).map(({ name }) => name);
}

async function findParts(database: Database): Promise<Part[]> {
  const { rows } = await sql<Part>`
    select
      relname as name,
      (regexp_match(bounds, $$FROM [(]'([^']+)'[)]$$))[1]::timestamptz as since,
      (regexp_match(bounds, $$TO [(]'([^']+)'[)]$$))[1]::timestamptz as until,
      greatest(0, reltuples)::float8 as rows
    from pg_inherits
    join pg_class on pg_class.oid = inhrelid
    cross join lateral pg_get_expr(relpartbound, pg_class.oid) as bounds
    where inhparent = 'webhook_delivery_ended'::regclass
    order by until
  `.execute(database);
  return rows;
}

function missingDays(parts: readonly Part[], now: Date): Date[] {
  const today = Math.floor(now.getTime() / DAY) * DAY;
  const days = Array.from({ length: DAYS_AHEAD + 1 }, (_, index) => new Date(today + index * DAY));
  const overlaps = (day: Date) => (part: Part) =>
    part.until !== null && day < part.until && (part.since === null || part.since < dayAfter(day));
  return days.filter((day) => !parts.some(overlaps(day)));
}

const dayAfter = (day: Date) => new Date(day.getTime() + DAY);

/** Runs work that locks tables, unless another instance does it now. */
async function withDays(
  database: Database,
  work: (transaction: DatabaseTransaction) => Promise<void>,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await sql`
      select set_config('lock_timeout', ${`${LOCK_TIMEOUT_MILLISECONDS}ms`}, true)
    `.execute(transaction);
    const { rows } = await sql<{ taken: boolean }>`
      select pg_try_advisory_xact_lock(${DAYS_LOCK}) as taken
    `.execute(transaction);
    if (rows[0]?.taken === true) await work(transaction);
  });
}

async function hasDefaultRows(transaction: DatabaseTransaction, day: Date): Promise<boolean> {
  const { rows } = await sql`
    select from webhook_delivery_default
    where created_at >= ${day}::timestamptz and created_at < ${dayAfter(day)}::timestamptz
    limit 1
  `.execute(transaction);
  return rows.length > 0;
}

async function makeDay(transaction: DatabaseTransaction, day: Date): Promise<void> {
  const name = `webhook_delivery_${day.toISOString().slice(0, 10).replaceAll('-', '')}`;
  const table = sql.table(name);
  const statements = [
    sql`create table ${table} (like webhook_delivery_ended including constraints)`,
    sql`create unique index ${sql.id(`${name}_id`)} on ${table} (id)`,
    sql`create index ${sql.id(`${name}_log`)} on ${table} (application_id, delivery_order desc)`,
    sql`create index ${sql.id(`${name}_member`)} on ${table} (member_id)
      where member_id is not null`,
    sql`alter table ${table}
      alter column payload set statistics 0,
      alter column response_body set statistics 0,
      alter column error_message set statistics 0`,
    // A statement that creates tables takes no parameters.
    sql`alter table webhook_delivery_ended attach partition ${table}
      for values from (${sql.lit(day.toISOString())}) to (${sql.lit(dayAfter(day).toISOString())})`,
  ];
  for (const statement of statements) await statement.execute(transaction);
}
