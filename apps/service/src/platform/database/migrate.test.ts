import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, databases } from '../../testing/test-database.ts';
import { migrateToLatest, pendingMigrations, UnknownSchemaError } from './migrate.ts';
import type { Database } from './schema.ts';

const nothing = { up: async () => {} };

describe.each(databases)('the migrations of a %s database', (kind) => {
  let database: Database;
  beforeEach(async () => {
    database = await createTestDatabase(kind);
  });

  const record = (name: string) =>
    sql`insert into kysely_migration (name, timestamp) values (${name}, '')`.execute(database);
  const recorded = async () =>
    (await sql`select name from kysely_migration order by name`.execute(database)).rows;

  it('are applied once', async () => {
    expect(await pendingMigrations(database)).toEqual([]);
    expect(await migrateToLatest(database)).toEqual([]);
  });

  it('are applied in the order of their names', async () => {
    const applied = await migrateToLatest(database, {
      '0003-full': { up: (db) => sql`insert into court values (1)`.execute(db).then() },
      '0002-empty': { up: (db) => sql`create table court (id integer)`.execute(db).then() },
      '0001-schema': nothing,
    });
    expect(applied).toEqual(['0002-empty', '0003-full']);
    expect((await sql`select id from court`.execute(database)).rows).toEqual([{ id: 1 }]);
  });

  it('are applied all or none', async () => {
    const before = await recorded();
    const failing = migrateToLatest(database, {
      '0001-schema': nothing,
      '0002-court': { up: (db) => sql`create table court (id integer)`.execute(db).then() },
      '0003-broken': { up: (db) => sql`select 1 / 0`.execute(db).then() },
    });
    await expect(failing).rejects.toThrow();
    expect(await recorded()).toEqual(before);
    expect((await sql`select to_regclass('court') as name`.execute(database)).rows).toEqual([
      { name: null },
    ]);
  });

  it('refuse a database that a newer version has changed', async () => {
    await record('0002-courts');
    const refused = migrateToLatest(database);
    await expect(refused).rejects.toThrow(UnknownSchemaError);
    await expect(refused).rejects.toThrow(
      'A newer version has changed this database (migration 0002-courts). Run that version, or ',
    );
  });

  it('refuse a database from before the first release, and say what to do', async () => {
    await record('0001-foundation');
    await record('0070-reports');
    const refused = migrateToLatest(database);
    await expect(refused).rejects.toThrow(UnknownSchemaError);
    await expect(refused).rejects.toThrow(/before the first release .* Create a new database /);
  });
});
