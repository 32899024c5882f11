import { expect, it, vi } from 'vitest';
import { readConfiguration } from '../platform/configuration/configuration.ts';
import { createMetrics } from '../platform/metrics/metrics.ts';
import { noon } from '../testing/builders.ts';
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
