import { setTimeout as sleep } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { createPeriodicTask, type PeriodicTask } from '../concurrency/periodic-task.ts';
import type { Database } from './schema.ts';
import { type FailureLog, logFailure } from './unreachable.ts';

interface MaintenanceRound {
  log?: FailureLog | undefined;
  /** Called between two statements. False ends the round. */
  rest: () => Promise<boolean>;
}

// A tenth of PostgreSQL's default. The sample grows with it, and requests wait while it is taken: for twenty thousand
// deliveries, the default takes a third of a second.
const STATISTICS_TARGET = 10;

/** Analyzes and vacuums the tables that need it, one at a time. Logs a failure, and continues with the next table. */
export async function maintainTables(
  database: Database,
  { log, rest }: MaintenanceRound,
): Promise<void> {
  const logError = (message: string) => (err: unknown) => {
    if (log !== undefined) logFailure(log, { err }, message);
  };
  const due = await findDue(database).catch(
    logError('The embedded database could not list the tables to maintain.'),
  );
  for (const statement of due ?? []) {
    await sql
      .raw(statement)
      .execute(database)
      .catch(logError(`The embedded database could not ${statement}.`));
    if (!(await rest())) return;
  }
}

// Between two rounds.
const PAUSE_MILLISECONDS = 5_000;

// Between two statements, so that the requests that waited for the first are answered before the second.
const REST_MILLISECONDS = 100;

/**
 * Maintains the embedded database, which has no autovacuum. Otherwise the planner would use the statistics of an empty
 * database, and each statement would read all dead rows.
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
 * Returns the statements that the settings of autovacuum ask for. PostgreSQL counts the written rows since the database
 * was opened, so each table that was written before is analyzed once.
 */
async function findDue(database: Database): Promise<string[]> {
  await sql`select
    -- Otherwise the counts of the latest statements are missing.
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
 * Removes deleted values from the files of the embedded database: rewrites the tables without their dead rows, rewrites the
 * statistics of the planner, and starts a new log. No other statement runs at the same time.
 */
export async function rewriteTables(database: Database, tables: readonly string[]): Promise<void> {
  // One connection: a setting of the session must hold for the statements after it.
  await database.connection().execute(async (connection) => {
    const run = async (statement: RawBuilder<unknown>) => {
      await statement.execute(connection);
    };
    // For an empty table, the planner would keep the values that it sampled from earlier rows.
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
    // A recycled segment of the log keeps its old records.
    await run(sql`set wal_recycle = off`);
    for (const _ of ['the records of the tables', 'those of the checkpoint before']) {
      await run(sql`select pg_switch_wal()`);
      await run(sql`checkpoint`);
    }
    await run(sql`reset wal_recycle`);
  });
}

/** Replaces the values that the planner sampled from these tables. */
export async function sampleTables(database: Database, tables: readonly string[]): Promise<void> {
  for (const table of tables) await sql`analyze ${sql.table(table)}`.execute(database);
}
