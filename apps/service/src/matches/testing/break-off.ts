import { sql } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';

/** Has every insert into a table fail, after it was made; returns what removes the trigger. */
export async function breakOffAt(database: Database, table: string): Promise<() => Promise<void>> {
  await sql`
    create function break_off() returns trigger language plpgsql as
    $$ begin raise exception 'The power is gone.'; end $$
  `.execute(database);
  await sql`
    create trigger break_off after insert on ${sql.table(table)}
    for each statement execute function break_off()
  `.execute(database);
  return async () => {
    await sql`drop function break_off cascade`.execute(database);
  };
}
