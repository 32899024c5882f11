import { describe, expect, it, vi } from 'vitest';
import { createMetrics } from '../platform/metrics/metrics.ts';
import { insertApplication, noon } from '../testing/builders.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { deliverDue, setUpDispatch } from './testing/dispatch.ts';
import { after, insertDueDeliveries } from './testing/fixtures.ts';
import { answering, openReceiver } from './testing/receiver.ts';
import { measureDeliveries, measureDispatch } from './webhook-metrics.ts';

async function setUp() {
  const log = { debug: vi.fn(), error: vi.fn() };
  const metrics = createMetrics(log);
  const linesOf = async (name: string) =>
    (await metrics.read())
      .split('\n')
      .filter((line) => line.startsWith(`partner_rating_webhook_${name}`))
      .map((line) => line.replace('partner_rating_webhook_', ''));
  return { log, metrics, linesOf };
}

describe('the metrics of dispatch', () => {
  it('count attempts by outcome', async () => {
    const { insertReceiver, dispatcherFor, database } = await setUpDispatch('postgres');
    const { metrics, linesOf } = await setUp();
    const receiver = await openReceiver(answering(204, 204, 500, 410));
    const applicationId = await insertReceiver(receiver.url, 4);
    await insertReceiver('http://127.0.0.1:1/');
    await insertReceiver('https://10.0.0.1/');
    const dispatcher = dispatcherFor([receiver.target, '127.0.0.1:1'], {
      limits: { inFlightPerEndpoint: 4 },
    });
    measureDispatch(metrics, dispatcher);
    await deliverDue(dispatcher);
    expect(await linesOf('attempts_total')).toContain('attempts_total{outcome="given_up"} 0');
    await insertDueDeliveries(database, applicationId, 1);
    await deliverDue(dispatcher);

    expect(await linesOf('attempts')).toEqual([
      'attempts_total{outcome="success"} 2',
      'attempts_total{outcome="error_status"} 2',
      'attempts_total{outcome="no_answer"} 1',
      'attempts_total{outcome="refused"} 1',
      'attempts_total{outcome="fault"} 0',
      'attempts_total{outcome="lease_lost"} 0',
      'attempts_total{outcome="given_up"} 1',
      'attempts_in_flight 0',
    ]);
  });
});

describe('the metrics of the queue', () => {
  it('show what waits, what is due, and for how long', async () => {
    const database = await createTestDatabase('postgres');
    const applicationId = await insertApplication(database);
    const insert = (count: number, delivery: object) =>
      insertDueDeliveries(database, applicationId, count, delivery);
    await insert(1, { next_attempt_at: after(-90), leased_until: after(30) });
    await insert(1, { next_attempt_at: after(-30) });
    await insert(3, { next_attempt_at: after(60) });
    await insert(1, { status: 'success', next_attempt_at: null });
    const { metrics, linesOf } = await setUp();
    measureDeliveries(metrics, { database, clock: () => noon });

    expect(await linesOf('')).toEqual([
      'deliveries_pending 5',
      'deliveries_due 2',
      'oldest_due_seconds 90',
    ]);
    await database.deleteFrom('webhook_delivery').execute();
    expect(await linesOf('oldest_due')).toEqual(['oldest_due_seconds 0']);
  });

  it('are omitted while the queue cannot be read, and not repeated', async () => {
    const database = await createTestDatabase('postgres');
    const { log, metrics, linesOf } = await setUp();
    measureDeliveries(metrics, { database, clock: () => noon });
    expect(await linesOf('')).toHaveLength(3);
    await database.schema.alterTable('webhook_delivery').renameTo('away').execute();
    expect(await linesOf('')).toEqual([]);
    expect(log.error).toHaveBeenCalledOnce();
  });
});
