/** Runs a statement in one session of a database and gives its rows. */
export type RunStatement = <Row>(statement: string) => Promise<Row[]>;

/**
 * Empties a database that a test has used. Whether it is again as after the migrations then: no rows,
 * the schema described, no statistics.
 */
export async function isRestored(run: RunStatement, schema: string): Promise<boolean> {
  await dropDeliveryDays(run);
  await run(emptyTables);
  // What was counted of its tables too, or the service would take them for analyzed. What is not counted yet is first.
  await run('select pg_stat_force_next_flush()');
  await run('select pg_stat_reset()');
  if ((await describeSchema(run)) === schema) return true;
  await forgetStatistics(run);
  return (await describeSchema(run)) === schema;
}

// To truncate gives every table and index that refers to it new files, so that is for those with more pages than the ten
// that the planner supposes of a table it knows nothing of. Some tables refuse to lose rows, by a trigger.
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

/** Drops the tables of days that a service makes when it starts; the migrations leave none. */
async function dropDeliveryDays(run: RunStatement): Promise<void> {
  const days = await run<{ name: string }>(`
    select inhrelid::regclass::text as name from pg_inherits
    where inhparent = 'webhook_delivery_ended'::regclass
      and inhrelid::regclass::text ~ '^webhook_delivery_[0-9]{8}$'
  `);
  if (days.length > 0) await run(`drop table ${days.map(({ name }) => name).join(', ')}`);
}

/** Has the planner forget what `analyze` sampled, so that it knows as little as after the migrations. */
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

/** A digest of tables, columns, constraints, triggers, functions, indexes and planner statistics. */
export async function describeSchema(run: RunStatement): Promise<string> {
  const [described] = await run<{ digest: string }>(`
    with relation as (
      select * from pg_class
      where relnamespace = 'public'::regnamespace and relname not like 'kysely%'
    )
    select md5(string_agg(part, ';' order by part)) as digest from (
      select concat('relation', oid, relname, relkind, reloptions) as part from relation
      union all
      select concat('rows known', oid, reltuples) from relation where relkind = 'r'
      union all
      select concat('column', attrelid, attname, atttypid, attnotnull, attisdropped)
        from pg_attribute where attrelid in (select oid from relation)
      union all
      select concat('constraint', oid, convalidated) from pg_constraint
      union all select concat('trigger', oid, tgenabled) from pg_trigger
      union all select concat('function', oid, xmin) from pg_proc where oid >= 16384
      union all
      select concat('statistics', starelid, staattnum) from pg_statistic
        where starelid in (select oid from relation)
      union all
      select concat('settings', setrole, setconfig)
        from pg_db_role_setting join pg_database on pg_database.oid = setdatabase
        where datname = current_database()
      union all select concat('migration', name) from kysely_migration
    ) parts
  `);
  return described?.digest ?? '';
}
