import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { freePort } from '@partner-rating/processes';
import { pino } from 'pino';
import { Gauge, Registry } from 'prom-client';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startService } from '../../service.ts';
import { insertApplication, noon } from '../../testing/builders.ts';
import { createTestDatabase, openTestDatabase } from '../../testing/test-database.ts';
import { startTestService, testSecretsKey } from '../../testing/test-service.ts';
import { after, insertDueDeliveries } from '../../webhooks/testing/fixtures.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { openPostgres } from '../database/connect.ts';
import { ListenError } from '../net.ts';
import { createLabeledCount, createMetrics, measureCount } from './metrics.ts';
import { serveMetrics } from './serve-metrics.ts';

const ownPort = async () => {
  const port = await freePort('127.0.0.1');
  const environment = { METRICS_HOST: '127.0.0.1', METRICS_PORT: String(port) };
  return { environment, ask: () => fetch(`http://127.0.0.1:${port}/metrics`) };
};

/** Starts a service over a database, until the test has finished. */
async function startQuietly(
  database: Omit<Parameters<typeof startService>[0], 'configuration' | 'logger'>,
  environment: Record<string, string>,
) {
  const settings = { PORT: '0', SEED: 'none', SECRETS_KEY: testSecretsKey };
  const configuration = readConfiguration({ ...settings, ...environment });
  const logger = pino({ level: 'silent' });
  const { stop } = await startService({ ...database, configuration, logger });
  onTestFinished(stop);
  return stop;
}

describe('metrics', () => {
  it('are served only at /metrics, and only to GET', async () => {
    const metrics = createMetrics({ debug: vi.fn(), error: vi.fn() });
    const server = await serveMetrics({ host: '127.0.0.1', port: 0 }, metrics);
    onTestFinished(server.close);
    const ask = (path: string, method = 'GET') =>
      fetch(`http://127.0.0.1:${server.port}${path}`, { method });

    const answer = await ask('/metrics?from=prometheus');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(await answer.text()).toMatch(/^process_resident_memory_bytes \d+$/m);
    expect((await ask('/')).status).toBe(404);
    expect((await ask('/metrics', 'POST')).status).toBe(405);
  });

  it('that cannot be collected are logged, and the others are served', async () => {
    const log = { debug: vi.fn(), error: vi.fn() };
    const { registry, beforeReading, read } = createMetrics(log);
    const up = new Gauge({ name: 'up', help: 'Up.', registers: [registry] });
    beforeReading(async () => {
      throw new Error('The table is gone.');
    });
    beforeReading(async () => up.set(1));
    expect(await read()).toContain('# TYPE up gauge\nup 1\n');
    expect(log.error).toHaveBeenCalledOnce();
  });

  it('name their own settings if they cannot be served', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    onTestFinished(() => {
      taken.close();
    });
    const { port } = taken.address() as AddressInfo;
    const metrics = createMetrics({ debug: vi.fn(), error: vi.fn() });
    const served = serveMetrics({ host: '127.0.0.1', port }, metrics);
    await expect(served).rejects.toThrow(ListenError);
    await expect(served).rejects.toThrow('set METRICS_PORT to another');
  });
});

describe('the metrics of the service', () => {
  it('are on their own port, and describe the process, the queue, and the requests', async () => {
    const database = await createTestDatabase('postgres');
    const { environment, ask } = await ownPort();
    const { baseUrl, partner } = await startTestService({ database, environment });
    await fetch(`${baseUrl}/partner/usage`, { headers: { 'x-api-key': partner.apiKey } });
    await fetch(`${baseUrl}/partner/usage`);
    await fetch(`${baseUrl}/nothing/${Math.random()}`);

    const count = 'partner_rating_http_request_duration_seconds_count';
    await expect
      .poll(async () => (await (await ask()).text()).split('\n'))
      .toEqual(
        expect.arrayContaining([
          `${count}{operation="usage.get",status="200"} 1`,
          `${count}{operation="usage.get",status="401"} 1`,
          `${count}{operation="none",status="404"} 1`,
          'partner_rating_webhook_deliveries_pending 0',
          'partner_rating_webhook_attempts_in_flight 0',
          'partner_rating_webhook_attempts_total{outcome="success"} 0',
          expect.stringMatching(/^process_resident_memory_bytes \d+$/),
          expect.stringMatching(/^nodejs_eventloop_lag_p99_seconds \d/),
        ]),
      );
    expect((await fetch(new URL('/metrics', baseUrl))).status).toBe(404);
  });

  it('are exactly the documented ones', async () => {
    const { url, close } = await openTestDatabase('postgres');
    onTestFinished(close);
    if (url === null) throw new Error('It is a PostgreSQL.');
    // No replica answers there, but the metrics of it exist.
    const urls = ['postgres://127.0.0.1:1/gone'];
    const replicas = { urls, connections: 1, maxLagMilliseconds: 500 };
    const connected = openPostgres(url, { replicas });
    onTestFinished(connected.close);
    const { environment, ask } = await ownPort();
    await startQuietly(connected, {
      // Nothing listens there, but the metrics of it exist.
      REDIS_URL: 'redis://127.0.0.1:1',
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'ratings@example.com',
      ...environment,
    });
    const text = await (await ask()).text();
    const metrics = [...text.matchAll(/^# TYPE (partner_rating_\w+)/gm)].map(([, name]) => name);
    const path = '../../../../docs/guides/maintenance.md';
    const guide = readFileSync(new URL(path, import.meta.url), 'utf8');
    const described = [...guide.matchAll(/^\| `(partner_rating_\w+)/gm)].map(([, name]) => name);
    expect(metrics.toSorted()).toEqual(described.toSorted());
    expect(text).toContain('\npartner_rating_redis_up 0\n');
    expect(text).toContain('\npartner_rating_replica_usable{replica="127.0.0.1:1"} 0\n');
    expect(text).toContain('\npartner_rating_database_connections_max 10\n');
    expect(text).toContain('\npartner_rating_matches_rated_total{sport="pickleball"} 0\n');
  });

  it('of two instances in one process are separate, except for the shared queue', async () => {
    const database = await createTestDatabase('postgres');
    const applicationId = await insertApplication(database);
    // Another instance holds the lease, so these instances leave it.
    const leased = { leased_until: after(3_600), next_attempt_at: after(-90) };
    await insertDueDeliveries(database, applicationId, 1, leased);
    const [one, other] = [await ownPort(), await ownPort()];
    const clock = () => noon;
    const { baseUrl } = await startTestService({ database, clock, environment: one.environment });
    await startQuietly({ database, clock }, other.environment);
    await fetch(`${baseUrl}/partner/usage`);

    const has = async (line: string) =>
      await Promise.all(
        [one, other].map(async ({ ask }) => (await (await ask()).text()).includes(line)),
      );
    await expect.poll(() => has('operation="usage.get"')).toEqual([true, false]);
    expect(await has('\npartner_rating_webhook_oldest_due_seconds 90\n')).toEqual([true, true]);
  });

  it('are not served unless a port is set, and end with the service', async () => {
    const database = await createTestDatabase('postgres');
    const { environment, ask } = await ownPort();
    const stopWithout = await startQuietly({ database }, { METRICS_HOST: '127.0.0.1' });
    await expect(ask()).rejects.toThrow();
    await stopWithout();
    const stop = await startQuietly({ database }, environment);
    expect((await ask()).status).toBe(200);
    await stop();
    await expect(ask()).rejects.toThrow();
  });
});

it('a labeled count begins with every label at 0, and is read as a counter', async () => {
  const registry = new Registry();
  const count = createLabeledCount(['sent', 'failed']);
  measureCount({ registry }, { name: 'mails_total', help: 'Mails.', label: 'outcome' }, count);
  count.add('sent');
  count.add('sent', 2);
  for (const _reading of ['first', 'second']) {
    expect(await registry.metrics()).toContain(
      'mails_total{outcome="sent"} 3\nmails_total{outcome="failed"} 0\n',
    );
  }
});
