import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import type { Database } from '../../platform/database/schema.ts';

export const failure = 'The disk is full.';

/** Makes everything after the transaction of an erasure fail, until the test ends. */
export async function failCleanUp(database: Database): Promise<void> {
  await sql`
    create function fail_clean_up() returns trigger language plpgsql
    as ${sql.raw(`'begin raise exception ''${failure}''; end'`)}
  `.execute(database);
  onTestFinished(async () => {
    await sql`drop function fail_clean_up cascade`.execute(database);
  });
  await sql`
    create trigger fail_clean_up before update of cleared_at on member for each statement
    execute function fail_clean_up()
  `.execute(database);
}
