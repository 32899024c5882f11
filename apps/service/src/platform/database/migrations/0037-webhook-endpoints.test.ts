import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, it, onTestFinished } from 'vitest';
import { createEmptyPostgres } from '../../../testing/test-database.ts';
import { openPostgres } from '../connect.ts';
import { migrations } from '../migrate.ts';

it('makes the endpoint of an application its default one, with every delivery it ever had', async () => {
  const { database, close } = openPostgres(await createEmptyPostgres());
  onTestFinished(close);
  const provider = { getMigrations: async () => migrations };
  const migrator = new Migrator({ db: database, provider });
  const { error } = await migrator.migrateTo('0036-packed-states');
  if (error !== undefined) throw error;
  await sql`
    insert into application (id, client_id, name, redirect_uris, created_at)
    select 'app_' || one, one, one, '{}', now() from unnest(array['1with', '2deleted']) as one
  `.execute(database);
  await sql`
    insert into webhook_endpoint (
      application_id, url, events, status, secret_sealed, created_at, updated_at
    ) values ('app_1with', 'https://a.example', '{}', 'enabled', '', now(), now())
  `.execute(database);
  await sql`
    insert into webhook_delivery (
      id, event_id, application_id, event_type, payload, url, max_attempts, created_at
    ) values
      ('whd_1', 'evt_1', 'app_1with', 'webhook.test', '{}', 'https://a.example', 1, now()),
      ('whd_2', 'evt_2', 'app_2deleted', 'webhook.test', '{}', 'https://b.example', 1, now())
  `.execute(database);

  const migrated = await migrator.migrateTo('0037-webhook-endpoints');
  if (migrated.error !== undefined) throw migrated.error;
  expect(await database.selectFrom('webhook_endpoint').select('id').execute()).toEqual([
    { id: 'whe_1with' },
  ]);
  const deliveries = database.selectFrom('webhook_delivery').select(['id', 'endpoint_id']);
  expect(await deliveries.orderBy('id').execute()).toEqual([
    { id: 'whd_1', endpoint_id: 'whe_1with' },
    { id: 'whd_2', endpoint_id: 'whe_2deleted' },
  ]);
});
