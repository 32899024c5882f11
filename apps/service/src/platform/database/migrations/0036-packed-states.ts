import { type Kysely, sql } from 'kysely';

// Rows of states are written by the million when ratings are rebuilt: what they say of brackets is one text and one
// run of bytes, since arrays are taken apart and put together element by element. One statement a string.
const statements = [
  `create function packed_floats(numbers double precision[]) returns bytea
    language sql immutable as $$
      select string_agg(float8send(number), '' order by position)
      from unnest(numbers) with ordinality as unpacked (number, position)
    $$`,
  `alter table player_state drop constraint player_state_check`,
  `alter table player_state
    alter column brackets type text using array_to_string(brackets, ' '),
    alter column numbers type bytea using packed_floats(numbers),
    add check (octet_length(numbers) > 0 and octet_length(numbers) % 40 = 0)`,
  `drop function packed_floats`,
  // Few players have another name, and the ledger asks for it with every player of every match.
  `create index member_merged on member (id) include (merged_into) where merged_into is not null`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
