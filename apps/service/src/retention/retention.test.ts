import { expect, it, vi } from 'vitest';
import { readConfiguration } from '../platform/configuration/configuration.ts';
import { createMetrics } from '../platform/metrics/metrics.ts';
import { formerPlayer } from '../players/domain/former-player.ts';
import { insertMember, noon } from '../testing/builders.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { createRetention } from './retention.ts';
import { measureRetention } from './retention-metrics.ts';
import { ago, createAges } from './testing/rows.ts';

it('goes on round after round', async () => {
  const database = await createTestDatabase('postgres');
  const { insert, count } = await createAges(database);
  const log = { debug: vi.fn(), error: vi.fn() };
  const retention = createRetention(
    { database, clock: () => noon, configuration: readConfiguration({}) },
    { log, firstRoundMilliseconds: 0, roundMilliseconds: 1 },
  );
  await insert.access_token(ago(0));
  retention.start();
  await expect.poll(() => count('access_token')).toBe(0);
  await insert.access_token(ago(0));
  await expect.poll(() => count('access_token')).toBe(0);

  await retention.stop();
  expect(log.error).not.toHaveBeenCalled();

  const metrics = createMetrics(log);
  measureRetention(metrics, retention);
  const text = await metrics.read();
  expect(text).toContain('partner_rating_retention_deleted_total{table="access_token"} 2\n');
  expect(text).toContain('partner_rating_retention_deleted_total{table="webhook_delivery"} 0\n');
});

it('clears what erasures left in the database beside its rows', async () => {
  const database = await createTestDatabase('postgres');
  const { id } = await insertMember(database);
  await database
    .updateTable('member')
    .set({ ...formerPlayer, erased_at: noon })
    .where('id', '=', id)
    .execute();
  const log = { debug: vi.fn(), error: vi.fn() };
  const configuration = readConfiguration({ DATABASE_URL: 'postgres://localhost/of-the-test' });
  const retention = createRetention(
    { database, clock: () => noon, configuration },
    { log, firstRoundMilliseconds: 0 },
  );
  retention.start();
  const clearedAt = async () => {
    const query = database.selectFrom('member').select('cleared_at').where('id', '=', id);
    return (await query.executeTakeFirstOrThrow()).cleared_at;
  };
  await expect.poll(clearedAt).toEqual(noon);
  await retention.stop();
  expect(log.error).not.toHaveBeenCalled();
});
