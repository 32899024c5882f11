import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, it, onTestFinished } from 'vitest';
import { createEmptyPostgres } from '../../../testing/test-database.ts';
import { openPostgres } from '../connect.ts';
import { migrations } from '../migrate.ts';

/** A database with these deliveries as they were stored before, and what the migration has made of it. */
async function migrate(deliveries: { id: string; status: string; createdAt: string }[]) {
  const { database, close } = openPostgres(await createEmptyPostgres());
  onTestFinished(close);
  const provider = { getMigrations: async () => migrations };
  const migrator = new Migrator({ db: database, provider });
  const { error } = await migrator.migrateTo('0052-daily-requests');
  if (error !== undefined) throw error;
  await sql`
    insert into application (id, client_id, name, redirect_uris, created_at)
    values ('app', 'app', 'App', '{}', now())
  `.execute(database);
  for (const { id, status, createdAt } of deliveries) {
    await sql`
      insert into webhook_delivery (
        id, event_id, application_id, endpoint_id, event_type, payload, url, status, max_attempts,
        next_attempt_at, created_at
      ) values (
        ${id}, 'evt', 'app', 'whe', 'webhook.test', ${`"${id}"`}, 'https://a.example', ${status}, 1,
        ${status === 'pending' ? createdAt : null}::timestamptz, ${createdAt}::timestamptz
      )
    `.execute(database);
  }
  const migrated = await migrator.migrateTo('0053-partitioned-deliveries');
  if (migrated.error !== undefined) throw migrated.error;
  const { rows } = await sql<{ id: string; table: string; order: number }>`
    select id, tableoid::regclass::text as "table", delivery_order as "order"
    from webhook_delivery order by delivery_order
  `.execute(database);
  return { database, rows };
}

it('keeps every delivery, in its order: what waits in the queue, what ended where it was', async () => {
  const { database, rows } = await migrate([
    { id: 'old', status: 'success', createdAt: '2026-09-01T12:00:00Z' },
    { id: 'waiting', status: 'pending', createdAt: '2026-09-02T12:00:00Z' },
    { id: 'last', status: 'failed', createdAt: '2026-09-12T23:59:59.999Z' },
  ]);
  expect(rows).toEqual([
    { id: 'old', table: 'webhook_delivery_before', order: 1 },
    { id: 'waiting', table: 'webhook_delivery_pending', order: 2 },
    { id: 'last', table: 'webhook_delivery_before', order: 3 },
  ]);

  // What is written later comes after it, and of a later day it is stored elsewhere.
  await sql`
    insert into webhook_delivery (
      id, event_id, application_id, endpoint_id, event_type, payload, url, max_attempts, created_at
    ) values ('new', 'evt', 'app', 'whe', 'webhook.test', '{}', '', 1, '2026-09-13T00:00:00Z')
  `.execute(database);
  const stored = async () => {
    const { rows } = await sql<{ table: string; order: number }>`
      select tableoid::regclass::text as "table", delivery_order as "order"
      from webhook_delivery where id = 'new'
    `.execute(database);
    return rows;
  };
  expect(await stored()).toEqual([{ table: 'webhook_delivery_pending', order: 4 }]);
  await sql`update webhook_delivery set status = 'success' where id = 'new'`.execute(database);
  expect(await stored()).toEqual([{ table: 'webhook_delivery_default', order: 4 }]);
});

it('leaves nothing behind where nothing had ended', async () => {
  const waiting = { id: 'waiting', status: 'pending', createdAt: '2026-09-02T12:00:00Z' };
  const { database, rows } = await migrate([waiting]);
  expect(rows).toMatchObject([{ id: 'waiting', table: 'webhook_delivery_pending' }]);
  const { rows: tables } = await sql`
    select from pg_class where relname = 'webhook_delivery_before'
  `.execute(database);
  expect(tables).toEqual([]);
});
