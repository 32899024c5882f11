import { setTimeout as sleep } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { createPeriodicTask, type PeriodicTask } from '../concurrency/periodic-task.ts';
import type { Database } from './schema.ts';
import { type FailureLog, logFailure } from './unreachable.ts';

interface MaintenanceRound {
  log?: FailureLog | undefined;
  /** Called between two statements; false ends the round. */
  rest: () => Promise<boolean>;
}

// A tenth of PostgreSQL's own: what is sampled grows with it, and no request is answered meanwhile. For
// twenty thousand deliveries the default takes a third of a second.
const STATISTICS_TARGET = 10;

/** Analyzes and vacuums what is due, one table at a time. What fails is logged and left for later. */
export async function maintainTables(
  database: Database,
  { log, rest }: MaintenanceRound,
): Promise<void> {
  const logError = (message: string) => (err: unknown) => {
    if (log !== undefined) logFailure(log, { err }, message);
  };
  const due = await findDue(database).catch(logError('What to maintain could not be found.'));
  for (const statement of due ?? []) {
    await sql
      .raw(statement)
      .execute(database)
      .catch(logError(`The embedded database could not ${statement}.`));
    if (!(await rest())) return;
  }
}

// Between two looks at what was written.
const PAUSE_MILLISECONDS = 5_000;

// Between two statements, so that requests that waited for the one are answered before the next.
const REST_MILLISECONDS = 100;

/**
 * Maintains the embedded database, which has no autovacuum: without it the planner goes by the
 * statistics of an empty database, and dead rows are read again and again. PostgreSQL needs none of
 * this.
 */
export function createMaintenance(database: Database, log?: FailureLog): PeriodicTask {
  const maintain = async (signal: AbortSignal) => {
    const rest = async () => {
      if (!signal.aborted) await sleep(REST_MILLISECONDS);
      return !signal.aborted;
    };
    await maintainTables(database, { log, rest });
  };
  return createPeriodicTask(maintain, {
    firstPauseMilliseconds: 0,
    pauseMilliseconds: PAUSE_MILLISECONDS,
  });
}

/**
 * The statements that are due by the settings of autovacuum. What was written is counted since the
 * database was opened; of a table that was written before, only analyzing it shows what it holds.
 */
async function findDue(database: Database): Promise<string[]> {
  await sql`select
    -- The counts of the latest statements would be missing otherwise.
    pg_stat_force_next_flush(),
    set_config('default_statistics_target', ${STATISTICS_TARGET}::text, false)
  `.execute(database);
  const { rows } = await sql<{ statement: string }>`
    with setting as (
      select
        current_setting('autovacuum_analyze_threshold')::real as changed,
        current_setting('autovacuum_analyze_scale_factor')::real as changed_share,
        current_setting('autovacuum_vacuum_threshold')::real as dead,
        current_setting('autovacuum_vacuum_scale_factor')::real as dead_share,
        current_setting('autovacuum_vacuum_insert_threshold')::real as inserted,
        current_setting('autovacuum_vacuum_insert_scale_factor')::real as inserted_share,
        current_setting('autovacuum_freeze_max_age')::bigint as age
    ),
    stored as (
      select
        written.*, written.relid::regclass as name, age(class.relfrozenxid) as age,
        greatest(class.reltuples, 0) as rows
      from pg_stat_all_tables as written join pg_class as class on class.oid = written.relid
      where class.relkind <> 'p'
    )
    select 'analyze ' || name as statement
    from stored, setting
    where schemaname not in ('pg_catalog', 'pg_toast', 'information_schema')
      and (
        n_mod_since_analyze > setting.changed + setting.changed_share * rows
        or last_analyze is null and pg_relation_size(relid) > 0
      )
    union all
    select 'vacuum ' || name
    from stored, setting
    where n_dead_tup > setting.dead + setting.dead_share * rows
      or n_ins_since_vacuum > setting.inserted + setting.inserted_share * rows
      or stored.age > setting.age
  `.execute(database);
  return rows.map(({ statement }) => statement);
}

/**
 * Rewrites tables of the embedded database without the rows that were updated or deleted, together
 * with what the planner remembers of them, and begins its log again: afterwards no file has a value
 * that no row has. Nobody else gets the database meanwhile.
 */
export async function rewriteTables(database: Database, tables: readonly string[]): Promise<void> {
  // One connection: a setting of the session must hold for the statements after it.
  await database.connection().execute(async (connection) => {
    const run = async (statement: RawBuilder<unknown>) => {
      await statement.execute(connection);
    };
    // For an empty table the planner would keep what it sampled when there were rows.
    await run(sql`
      delete from pg_statistic
      where starelid = any(${tables}::regclass[]) or starelid in (
        select partition.relid
        from unnest(${tables}::regclass[]) as whole
        cross join lateral pg_partition_tree(whole) as partition
      )
    `);
    for (const table of tables) await run(sql`vacuum (full, analyze) ${sql.table(table)}`);
    await run(sql`vacuum full pg_statistic`);
    // A segment of the log that is used again keeps what it had.
    await run(sql`set wal_recycle = off`);
    for (const _ of ['the records of the tables', 'those of the checkpoint before']) {
      await run(sql`select pg_switch_wal()`);
      await run(sql`checkpoint`);
    }
    await run(sql`reset wal_recycle`);
  });
}

/** Has the planner forget the values that it sampled of tables before, by sampling them again. */
export async function sampleTables(database: Database, tables: readonly string[]): Promise<void> {
  for (const table of tables) await sql`analyze ${sql.table(table)}`.execute(database);
}
