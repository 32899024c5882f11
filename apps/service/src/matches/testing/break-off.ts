import { sql } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';

/** Makes every insert into a table fail after it ran. Returns a function that removes the trigger. */
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

/** Makes the first transaction fail with a deadlock that writes this to a table, such as `insert on declined_claim`. */
export async function breakOffOnce(database: Database, write: string): Promise<void> {
  // A sequence keeps its value when a transaction is rolled back.
  await sql`create sequence attempt`.execute(database);
  await sql`
    create function break_off_once() returns trigger language plpgsql as $$
    begin
      if nextval('attempt') = 1 then
        raise exception 'deadlock detected' using errcode = 'deadlock_detected';
      end if;
      return null;
    end $$
  `.execute(database);
  await sql`
    create trigger break_off_once after ${sql.raw(write)}
    for each statement execute function break_off_once()
  `.execute(database);
}
