import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Database } from '../platform/database/schema.ts';
import { addParts } from '../ratings/store/parts.ts';
import { makeDeliveryDays } from '../webhooks/store/delivery-days.ts';
import { insertApplication } from './builders.ts';
import { describeSchema, isRestored, type RunStatement } from './restored-database.ts';
import { createTestDatabase, databases } from './test-database.ts';

describe.each(databases)('on %s a database passes to the next test', (kind) => {
  it('without the parts of tables that a service created', async () => {
    const database = await createTestDatabase(kind);
    const day = new Date('2026-05-01');

    expect(
      await isRestoredAfter(database, async () => {
        await makeDeliveryDays(database, day);
        await addParts(database, ['table-tennis'], day);
      }),
    ).toBe(true);
  });

  it('without the statistics of a table that was analyzed', async () => {
    const database = await createTestDatabase(kind);
    const countAnalyzed = async () => {
      const { rows } = await sql`
        select from pg_stat_user_tables where last_analyze is not null
      `.execute(database);
      return rows.length;
    };

    const isReused = await isRestoredAfter(database, async () => {
      await insertApplication(database);
      await sql`analyze application`.execute(database);
      expect(await countAnalyzed()).toBe(1);
    });
    expect(isReused).toBe(true);
    expect(await countAnalyzed()).toBe(0);
  });

  it('unless a test created a table', async () => {
    const database = await createTestDatabase(kind);

    expect(
      await isRestoredAfter(database, async () => {
        await sql`create table stray (id integer)`.execute(database);
      }),
    ).toBe(false);
  });
});

async function isRestoredAfter(database: Database, change: () => Promise<void>): Promise<boolean> {
  const schema = await inSession(database, describeSchema);
  await change();
  expect(await inSession(database, describeSchema)).not.toBe(schema);
  return await inSession(database, (run) => isRestored(run, schema));
}

async function inSession<Result>(
  database: Database,
  work: (run: RunStatement) => Promise<Result>,
): Promise<Result> {
  return await database
    .connection()
    .execute((session) =>
      work(async (statement) => (await sql.raw(statement).execute(session)).rows as never[]),
    );
}
