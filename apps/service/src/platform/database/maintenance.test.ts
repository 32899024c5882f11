import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { findUpdates } from '../../members/store/rating-updates.ts';
import { appendRatingUpdates } from '../../ratings/store/rating-history.ts';
import { insertApplication, insertConnection, insertMember, noon } from '../../testing/builders.ts';
import { createTestDatabase } from '../../testing/test-database.ts';

import { maintainTables } from './maintenance.ts';
import type { Database } from './schema.ts';

async function maintain(database: Database, rest = async () => true) {
  const log = { debug: vi.fn(), error: vi.fn() };
  await maintainTables(database, { log, rest });
  return log;
}

/** Returns what PostgreSQL has counted of a table, and what the planner knows about it. */
async function stateOf(database: Database, table: string) {
  await sql`select pg_stat_force_next_flush()`.execute(database);
  const { rows } = await sql<{ known: number; dead: number; read: number }>`
    select reltuples as known, n_dead_tup as dead,
      seq_tup_read + coalesce(idx_tup_fetch, 0) as read
    from pg_stat_user_tables join pg_class on oid = relid
    where relid = ${table}::regclass
  `.execute(database);
  return rows[0] ?? expect.unreachable(`There is no table ${table}.`);
}

/** Inserts rating updates of some players for one application. */
async function insertUpdates(database: Database, count: number, players = 1): Promise<string> {
  const applicationId = await insertApplication(database);
  const memberIds: string[] = [];
  for (let player = 0; player < players; player += 1) {
    const { id: memberId } = await insertMember(database);
    await insertConnection(database, applicationId, memberId);
    memberIds.push(memberId);
  }
  const updates = Array.from({ length: count / players }, () =>
    memberIds.map((memberId) => ({ applicationId, memberId, data: '{}' })),
  ).flat();
  await database
    .transaction()
    .execute(async (transaction) => await appendRatingUpdates(transaction, noon, updates));
  return applicationId;
}

it('a maintained database lists a page of rating updates without reading all of them', async () => {
  const database = await createTestDatabase('pglite');
  const applicationId = await insertUpdates(database, 2_000, 20);
  await maintain(database);

  const { read: before } = await stateOf(database, 'rating_update');
  const page = { applicationId, since: null, after: null, limit: 20 };
  expect(await findUpdates(database, page)).toHaveLength(20);
  const { read: after } = await stateOf(database, 'rating_update');
  expect(after - before).toBeLessThan(100);
});

it('the maintenance analyzes a table again after enough rows were written, not before', async () => {
  const database = await createTestDatabase('pglite');
  await insertUpdates(database, 1_000);
  await maintain(database);
  expect(await stateOf(database, 'rating_update')).toMatchObject({ known: 1_000 });

  await insertUpdates(database, 100);
  await maintain(database);
  expect(await stateOf(database, 'rating_update')).toMatchObject({ known: 1_000 });
  await insertUpdates(database, 100);
  await maintain(database);
  expect(await stateOf(database, 'rating_update')).toMatchObject({ known: 1_200 });
});

it('the maintenance vacuums a table after enough of its rows are dead, not before', async () => {
  const database = await createTestDatabase('pglite');
  await insertUpdates(database, 1_000);
  await maintain(database);
  await sql`update rating_update set data = '' where position <= 240`.execute(database);
  await maintain(database);
  expect(await stateOf(database, 'rating_update')).toMatchObject({ dead: 240 });
  await sql`update rating_update set data = '' where position <= 20`.execute(database);
  await maintain(database);
  expect(await stateOf(database, 'rating_update')).toMatchObject({ dead: 0 });
});

it('the maintenance lets requests run between two tables', async () => {
  const database = await createTestDatabase('pglite');
  await insertUpdates(database, 100);
  const requests: Promise<unknown>[] = [];
  const answered: unknown[] = [];
  const log = await maintain(database, async () => {
    const request = sql`select 1`.execute(database).then((answer) => answered.push(answer));
    requests.push(request);
    // If the maintenance blocked the database here, the request would never be answered.
    await request;
    return true;
  });
  expect(answered.length).toBeGreaterThan(1);
  expect(log.error).not.toHaveBeenCalled();
});

it('the maintenance ends when its caller stops it', async () => {
  const database = await createTestDatabase('pglite');
  await insertUpdates(database, 100);
  const rest = vi.fn(async () => false);
  await maintain(database, rest);
  expect(rest).toHaveBeenCalledOnce();
});

it('the maintenance logs a failure, and continues with the next table', async () => {
  const database = await createTestDatabase('pglite');
  await sql`create table broken as select 1 as value`.execute(database);
  await sql`create function fail(integer) returns integer language plpgsql immutable
    as $$ begin if $1 = 2 then raise 'broken'; end if; return $1; end $$`.execute(database);
  await sql`create index broken_index on broken (fail(value))`.execute(database);
  await sql`create table healthy as select 1 as value`.execute(database);
  await sql`create or replace function fail(integer) returns integer language plpgsql immutable
    as $$ begin raise 'broken'; end $$`.execute(database);
  const log = await maintain(database);
  expect(log.error).toHaveBeenCalledExactlyOnceWith(
    { err: expect.objectContaining({ message: expect.stringContaining('broken') }) },
    'The embedded database could not analyze broken.',
  );
  expect(await stateOf(database, 'healthy')).toMatchObject({ known: 1 });
});
