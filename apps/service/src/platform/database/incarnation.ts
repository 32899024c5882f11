import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from './schema.ts';

// The sequences hand out no number below the floor, which is the time in microseconds. A number slightly above the stored one
// would not be enough: if a dump is restored twice, the second restored database must also skip the numbers of the first one.
const newFloor = sql`(extract(epoch from clock_timestamp()) * 1000000)::bigint`;

/** The SQL of the present timeline. PostgreSQL has it in memory. */
export const TIMELINE = 'left(pg_walfile_name(pg_current_wal_lsn()), 8)';

const timelineNow = sql.raw(TIMELINE);

/**
 * Records the identity (incarnation) of this database. A database that was restored from a dump or a base backup, or that
 * was a standby and lagged, does not know the latest numbers of its predecessor, so its sequences skip them.
 */
export async function noteIncarnation(
  database: Database,
  log?: Pick<Logger, 'warn'>,
): Promise<void> {
  const { systemIdentifier, timeline } = await identify(database);
  const { rows } = await sql<{ before: object; now: object }>`
    with before as (select * from database_incarnation),
    written as (
      insert into database_incarnation as noted (system_identifier, timeline, database_oid, table_oid)
      select ${systemIdentifier}::text, ${timeline}::text, pg_database.oid::bigint,
        'database_incarnation'::regclass::oid::bigint
      from pg_database where datname = current_database()
      on conflict (single) do update set
        system_identifier = excluded.system_identifier,
        timeline = excluded.timeline,
        database_oid = excluded.database_oid,
        table_oid = excluded.table_oid,
        sequence_floor = greatest(noted.sequence_floor, ${newFloor})
      where (noted.system_identifier, noted.timeline, noted.database_oid, noted.table_oid)
        is distinct from
        (excluded.system_identifier, excluded.timeline, excluded.database_oid, excluded.table_oid)
      returning *
    )
    select to_jsonb(before) as before, to_jsonb(written) as now from before cross join written
  `.execute(database);
  const [continued] = rows;
  if (continued === undefined) return;
  const what = 'The database continues from a backup or another server';
  log?.warn(continued, `${what}: the sequences of members skip what may have been lost.`);
}

/**
 * The number above which sequences continue; 0 if nothing was lost. Every use compares the timeline, which PostgreSQL
 * has in memory, because a failover happens while instances run.
 */
export const sequenceFloor = sql<number>`coalesce((
  select case
    when timeline is null then sequence_floor
    when timeline = ${timelineNow} then sequence_floor
    else greatest(sequence_floor, ${newFloor})
  end
  from database_incarnation
), 0)`;

interface Identity {
  systemIdentifier: string | null;
  timeline: string | null;
}

async function identify(database: Database): Promise<Identity> {
  try {
    const { rows } = await sql<Identity>`
      select system_identifier::text as "systemIdentifier", ${timelineNow} as timeline
      from pg_control_system()
    `.execute(database);
    return rows[0] ?? unknown;
  } catch (error) {
    if (isRefused(error)) return unknown;
    throw error;
  }
}

const unknown: Identity = { systemIdentifier: null, timeline: null };

// Insufficient privilege, feature not supported, wrong state. Some managed servers refuse these functions.
const REFUSALS = ['42501', '0A000', '55000'];

function isRefused(error: unknown): boolean {
  return error instanceof Error && 'code' in error && REFUSALS.includes(String(error.code));
}

/**
 * Moves the rating updates of an earlier database to the front. Rating updates are in the order of their transactions, and
 * a database that was restored from a dump counts transactions from the beginning.
 */
export async function positionRestoredUpdates(database: Database): Promise<void> {
  await sql`
    update rating_update set transaction_id = 0
    where transaction_id > 0 and exists (
      select from application
      cross join lateral (
        select max(written.transaction_id) as latest
        from rating_update as written
        where written.application_id = application.id
      ) as last_written
      where latest >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint
    )
  `.execute(database);
}
