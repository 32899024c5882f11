import { type Kysely, sql } from 'kysely';

// Each name of a table or column that said something else than what it holds, and the one it has now.
const names = [
  ['standing_tally', 'standing_bucket'],
  ['standing_move', 'standing_delta'],
  ['member_place', 'member_location'],
  ['depth', 'distance'],
] as const;

const renamed = names.reduce(
  (definition, [before, after]) =>
    `regexp_replace(${definition}, '\\m${before}\\M', '${after}', 'g')`,
  'definition',
);

const statements = [
  'alter table standing rename depth to distance',
  'alter table standing_tally rename depth to distance',
  'alter table standing_move rename depth to distance',
  'alter table standing_tally rename to standing_bucket',
  'alter table standing_move rename to standing_delta',
  'alter table member_place rename to member_location',
  'alter table rating_update rename place to position',
  'alter index standing_tally_pkey rename to standing_bucket_pkey',
  'alter index member_place_pkey rename to member_location_pkey',
  'alter index member_place_state rename to member_location_state',
  // Indexes and constraints follow a renamed table by themselves; the text of a function does not.
  `do $$
    declare
      definition text;
    begin
      for definition in
        select pg_get_functiondef(pg_proc.oid) from pg_proc
        join pg_language on pg_language.oid = prolang
        where pronamespace = current_schema()::regnamespace and lanname = 'plpgsql'
          and prosrc ~ '\\m(${names.map(([before]) => before).join('|')})\\M'
      loop
        execute ${renamed};
      end loop;
    end
  $$`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
