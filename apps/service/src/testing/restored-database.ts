/** Runs a statement in one session of a database. Returns its rows. */
export type RunStatement = <Row>(statement: string) => Promise<Row[]>;

/** The schema of a database. */
export interface SchemaState {
  /** Covers tables, columns, constraints, triggers, functions, indexes, and planner statistics. */
  digest: string;
  /** The parts of partitioned tables, which a service creates when it needs them. */
  parts: string[];
}

/**
 * Empties a database that a test has used. Returns whether it is the same as before the test: no rows,
 * the same schema, no statistics.
 */
export async function isRestored(run: RunStatement, before: SchemaState): Promise<boolean> {
  await run(emptyTables);
  // Resets PostgreSQL's counts of the tables too. Otherwise the service would treat the tables as analyzed. First
  // flushes pending counts.
  await run('select pg_stat_force_next_flush()');
  await run('select pg_stat_reset()');
  const now = await describeSchema(run);
  if (now.digest === before.digest) return true;
  await dropTables(
    run,
    now.parts.filter((name) => !before.parts.includes(name)),
  );
  await forgetStatistics(run);
  return (await describeSchema(run)).digest === before.digest;
}

// `truncate` gives new files to every table and index that refers to a table, so only tables with more than ten pages are
// truncated. Ten is the planner's default for an unknown table. Triggers of some tables refuse to delete rows.
const emptyTables = `do $$
declare
  written record;
begin
  set local session_replication_role = replica;
  for written in
    select oid::regclass::text as name,
      greatest(pg_relation_size(oid), pg_relation_size(reltoastrelid)) > 10 * 8192 as is_large
    from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      and relname not like 'kysely%' and pg_relation_size(oid) > 0
    order by 2 desc
  loop
    if written.is_large then
      execute 'truncate ' || written.name || ' cascade';
    else
      execute 'delete from ' || written.name;
    end if;
  end loop;
  perform setval(seqrelid, seqstart, false) from pg_sequence;
end $$`;

export async function dropTables(run: RunStatement, names: string[]): Promise<void> {
  if (names.length > 0) await run(`drop table ${names.join(', ')}`);
}

/** Deletes the samples of `analyze`, so that the planner knows as little as after the migrations. */
async function forgetStatistics(run: RunStatement): Promise<void> {
  await run(`
    delete from pg_statistic
    where starelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
  `);
  await run(`
    update pg_class set relpages = 0, reltuples = -1, relallvisible = 0
    where relnamespace = 'public'::regnamespace and relkind = 'r' and reltuples >= 0
      and relname not like 'kysely%'
  `);
}

/** Describes the schema. Equal schemas have the same digest, with any rows. */
export async function describeSchema(run: RunStatement): Promise<SchemaState> {
  const [described] = await run<SchemaState>(`
    with relation as (
      select * from pg_class
      where relnamespace = 'public'::regnamespace and relname not like 'kysely%'
    )
    select
      (select concat(count(*), ' ', bit_xor(hash)) from (
        select hash_record_extended(row(oid, relname, relkind, reloptions), 1) as hash from relation
        union all
        select hash_record_extended(row(oid, reltuples), 2) from relation where relkind = 'r'
        union all
        select hash_record_extended(row(attrelid, attname, atttypid, attnotnull, attisdropped), 3)
          from pg_attribute where attrelid in (select oid from relation)
        union all
        select hash_record_extended(row(oid, convalidated), 4) from pg_constraint
        union all select hash_record_extended(row(oid, tgenabled), 5) from pg_trigger
        union all select hash_record_extended(row(oid, xmin), 6) from pg_proc where oid >= 16384
        union all
        select hash_record_extended(row(starelid, staattnum), 7) from pg_statistic
          where starelid in (select oid from relation)
        union all
        select hash_record_extended(row(setrole, setconfig), 8)
          from pg_db_role_setting join pg_database on pg_database.oid = setdatabase
          where datname = current_database()
        union all select hash_record_extended(row(name), 9) from kysely_migration
      ) parts) as digest,
      array(
        select relname::text from relation
        where relispartition and relkind in ('r', 'p')
          and relname ~ '^(webhook_delivery_[0-9]{8}$|player_state_|rating_change_)'
      ) as parts
  `);
  return described ?? { digest: '', parts: [] };
}
