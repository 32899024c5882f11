import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { explainStartFailure } from '../../console/migrate.ts';
import { insertMember } from '../../testing/builders.ts';
import { createTestDatabase, databases, openTestDatabase } from '../../testing/test-database.ts';
import { migrateToLatest, openDatabase } from './migrate.ts';
import { addSharedItems } from './migrations/0006-shared-items.ts';
import type { Database } from './schema.ts';
import { SchemaVersionError } from './schema-version.ts';

const nothing = { up: async () => {} };

const sharedItems: Migration = { up: addSharedItems };

describe.each(databases)('the migrations of a %s database', (kind) => {
  let database: Database;
  beforeEach(async () => {
    database = await createTestDatabase(kind);
  });

  const record = (name: string) =>
    sql`insert into kysely_migration (name, timestamp) values (${name}, '')`.execute(database);
  const recorded = async () =>
    (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(database))
      .rows;

  /** Returns the migrations that the database has. */
  const known = async () =>
    Object.fromEntries((await recorded()).map(({ name }) => [name, nothing]));

  it('are applied once', async () => {
    expect(await migrateToLatest(database)).toEqual([]);
  });

  it('are applied in the order of their names', async () => {
    const applied = await migrateToLatest(database, {
      '9002-full': { up: (db) => sql`insert into court values (1)`.execute(db).then() },
      '9001-empty': { up: (db) => sql`create table court (id integer)`.execute(db).then() },
      ...(await known()),
    });
    expect(applied).toEqual(['9001-empty', '9002-full']);
    expect((await sql`select id from court`.execute(database)).rows).toEqual([{ id: 1 }]);
  });

  it('are applied all together or not at all', async () => {
    const before = await recorded();
    const failing = migrateToLatest(database, {
      ...(await known()),
      '9001-court': { up: (db) => sql`create table court (id integer)`.execute(db).then() },
      '9002-broken': { up: (db) => sql`select 1 / 0`.execute(db).then() },
    });
    const text = explainStartFailure(await failing.catch((error) => error), 'Nothing was migrated');
    expect(text).toBe(
      'Nothing was migrated. Migration 9002-broken failed: division by zero\n' +
        'The database has not changed, because all migrations run in one transaction.',
    );
    expect(await recorded()).toEqual(before);
    expect((await sql`select to_regclass('court') as name`.execute(database)).rows).toEqual([
      { name: null },
    ]);
  });

  it('keep what a share page showed before players could choose', async () => {
    for (const statement of [
      sql`alter table shared_page drop column items, drop column is_listed`,
      sql`insert into shared_page (member_id, address, created_at)
        values (${(await insertMember(database)).id}, 'secret', now())`,
    ]) {
      await statement.execute(database);
    }
    await sharedItems.up(database);
    const pages = await database.selectFrom('shared_page').select(['items', 'is_listed']).execute();
    expect(pages).toEqual([{ items: ['rating', 'chart'], is_listed: false }]);
  });

  it('refuse a database that a newer version has changed', async () => {
    await record('9001-courts');
    const refused = migrateToLatest(database);
    await expect(refused).rejects.toThrow(SchemaVersionError);
    await expect(refused).rejects.toThrow(
      'A newer version has changed this database (migration 9001-courts). Run that version, or ',
    );
  });

  it('refuse a database from before the first release, and say what to do', async () => {
    await record('0001-foundation');
    await record('0070-reports');
    const refused = migrateToLatest(database);
    await expect(refused).rejects.toThrow(SchemaVersionError);
    await expect(refused).rejects.toThrow(/before the first release .* Create a new database /);
  });
});

/** Counts how often a statement analyzed each table that is not empty. */
async function countAnalyses(database: Database): Promise<number[]> {
  const { rows } = await sql<{ count: number }>`
    select analyze_count as count from pg_stat_user_tables where pg_relation_size(relid) > 0
  `.execute(database);
  return rows.map(({ count }) => count);
}

async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'partner-rating-open-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

it('the service maintains the embedded database from the start', async () => {
  const dataDirectory = await temporaryDirectory();
  const { database, close } = await openDatabase({ databaseUrl: null, dataDirectory });
  const isAnalyzed = async () => (await countAnalyses(database)).every((count) => count === 1);
  while (!(await isAnalyzed())) await sleep(10);
  await close();
});

it('the service leaves PostgreSQL to its autovacuum', async () => {
  const { url, close: drop } = await openTestDatabase('postgres');
  onTestFinished(drop);
  const dataDirectory = await temporaryDirectory();
  const { database, close } = await openDatabase({ databaseUrl: url, dataDirectory });
  onTestFinished(close);
  // As long as the embedded database takes to be maintained.
  await sql`select pg_sleep(0.5)`.execute(database);
  expect(new Set(await countAnalyses(database))).toEqual(new Set([0]));
});
