import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readConfiguration } from '../configuration.ts';
import { freePort } from '../http/free-port.ts';
import { ListenError } from '../http/listen-error.ts';
import { startService } from '../service.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { startTestService } from '../testing/test-service.ts';
import { deliverDue, setUpDispatch } from '../webhooks/testing/dispatch.ts';
import {
  after,
  insertApplication,
  insertDueDeliveries,
  insertEndpoint,
  noon,
} from '../webhooks/testing/fixtures.ts';
import { answering, openReceiver } from '../webhooks/testing/receiver.ts';
import { dispatchMetrics } from '../webhooks/webhook-metrics.ts';
import { renderMetrics } from './exposition.ts';
import { type Collector, serveMetrics } from './serve-metrics.ts';

async function open(collectors: Collector[], log = { debug: vi.fn(), error: vi.fn() }) {
  const server = await serveMetrics({ host: '127.0.0.1', port: 0 }, collectors, log);
  onTestFinished(server.close);
  return (path: string, method = 'GET') =>
    fetch(`http://127.0.0.1:${server.port}${path}`, { method });
}

const up: Collector = () => [{ name: 'up', help: 'Up.', type: 'gauge', samples: [{ value: 1 }] }];

describe('metrics', () => {
  it('are written in the text format of Prometheus, whatever stands in them', () => {
    expect(
      renderMetrics([
        {
          name: 'partner_rating_things_total',
          help: 'A \\ and\na line.',
          type: 'counter',
          samples: [
            { labels: { kind: 'a "b"\\\n', other: '' }, value: 2 },
            { labels: { kind: 'c', other: 'd' }, value: 0.5 },
          ],
        },
        { name: 'nothing', help: 'None.', type: 'gauge', samples: [] },
      ]),
    ).toBe(
      '# HELP partner_rating_things_total A \\\\ and\\na line.\n' +
        '# TYPE partner_rating_things_total counter\n' +
        'partner_rating_things_total{kind="a \\"b\\"\\\\\\n",other=""} 2\n' +
        'partner_rating_things_total{kind="c",other="d"} 0.5\n' +
        '# HELP nothing None.\n# TYPE nothing gauge\n',
    );
  });

  it('are served at /metrics and nowhere else, to GET alone', async () => {
    const ask = await open([up]);
    const answer = await ask('/metrics?from=prometheus');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(await answer.text()).toBe('# HELP up Up.\n# TYPE up gauge\nup 1\n');
    expect((await ask('/')).status).toBe(404);
    expect((await ask('/metrics', 'POST')).status).toBe(405);
  });

  it('that cannot be collected are left out and logged, and the others are there', async () => {
    const log = { debug: vi.fn(), error: vi.fn() };
    const broken = async () => {
      throw new Error('The table is gone.');
    };
    const ask = await open([broken, up], log);
    expect(await (await ask('/metrics')).text()).toContain('up 1');
    expect(log.error).toHaveBeenCalledOnce();
  });

  it('name their own settings where they cannot be served', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    onTestFinished(() => {
      taken.close();
    });
    const { port } = taken.address() as AddressInfo;
    const log = { debug: vi.fn(), error: vi.fn() };
    const served = serveMetrics({ host: '127.0.0.1', port }, [], log);
    await expect(served).rejects.toThrow(ListenError);
    await expect(served).rejects.toThrow('set METRICS_PORT to another');
  });
});

describe('the metrics of the service', () => {
  it('stand on a port of their own, with the queue as it is', async () => {
    const database = await createTestDatabase('postgres');
    const port = await freePort('127.0.0.1');
    const applicationId = await insertApplication(database);
    await insertEndpoint(database, applicationId);
    // Leased by another instance, so that this one leaves them.
    const leased = { leased_until: after(3_600) };
    await insertDueDeliveries(database, applicationId, 2, {
      ...leased,
      next_attempt_at: after(-90),
    });
    await insertDueDeliveries(database, applicationId, 3, {
      ...leased,
      next_attempt_at: after(60),
    });
    await insertDueDeliveries(database, applicationId, 1, { status: 'success' });
    const { baseUrl } = await startTestService({
      database,
      clock: () => noon,
      environment: { METRICS_HOST: '127.0.0.1', METRICS_PORT: String(port) },
    });

    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    for (const line of [
      'partner_rating_webhook_deliveries_pending 5',
      'partner_rating_webhook_deliveries_due 2',
      'partner_rating_webhook_oldest_due_seconds 90',
      'partner_rating_webhook_attempts_in_flight 0',
      'partner_rating_webhook_attempts_total{outcome="success"} 0',
    ]) {
      expect(text.split('\n')).toContain(line);
    }
    expect(text).toMatch(/^process_resident_memory_bytes \d+$/m);
    expect((await fetch(new URL('/metrics', baseUrl))).status).toBe(404);
  });

  it('are not served unless a port is set, and end with the service', async () => {
    const database = await createTestDatabase('postgres');
    const port = await freePort('127.0.0.1');
    const start = (environment: Record<string, string>) =>
      startService({
        database,
        configuration: readConfiguration({ PORT: '0', SEED: 'none', ...environment }),
        logger: pino({ level: 'silent' }),
      });
    const ask = () => fetch(`http://127.0.0.1:${port}/metrics`);
    const without = await start({});
    await expect(ask()).rejects.toThrow();
    await without.stop();
    const service = await start({ METRICS_HOST: '127.0.0.1', METRICS_PORT: String(port) });
    expect((await ask()).status).toBe(200);
    await service.stop();
    await expect(ask()).rejects.toThrow();
  });

  it('count attempts by what they came to', async () => {
    const { insertReceiver, dispatcherFor, database } = await setUpDispatch('postgres');
    const receiver = await openReceiver(answering(204, 204, 500, 410));
    const applicationId = await insertReceiver(receiver.url, 4);
    await insertReceiver('http://127.0.0.1:1/');
    await insertReceiver('https://10.0.0.1/');
    const dispatcher = dispatcherFor([receiver.target, '127.0.0.1:1'], {
      limits: { inFlightPerEndpoint: 4 },
    });
    await deliverDue(dispatcher);
    await insertDueDeliveries(database, applicationId, 1);
    await deliverDue(dispatcher);

    const [attempts] = dispatchMetrics(dispatcher);
    const counts = attempts?.samples.map(({ labels, value }) => [labels?.outcome, value]) ?? [];
    expect(Object.fromEntries(counts)).toEqual({
      success: 2,
      error_status: 2,
      no_answer: 1,
      refused: 1,
      fault: 0,
      lease_lost: 0,
      given_up: 1,
    });
  });
});
