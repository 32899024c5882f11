import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Schemas } from '@partner-rating/server';
import { describe, expect, it } from 'vitest';
import { batchOf, matchOf } from '../../matches/testing/batches.ts';
import { insertClubKey } from '../../matches/testing/post-batch.ts';
import { openClubIn } from '../../matches/testing/story.ts';
import { insertEndpoint } from '../../testing/builders.ts';
import { createTestDatabase, databases } from '../../testing/test-database.ts';
import { openTestService } from '../../testing/test-service.ts';
import { signingSecret } from '../../webhooks/testing/fixtures.ts';
import { openReceiver, type Receiver } from '../../webhooks/testing/receiver.ts';
import type { Database } from '../database/schema.ts';
import { createLogger } from '../http/logging.ts';
import { createSecretSealing } from '../secrets/sealing.ts';
import { openCollector } from './testing/collector.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const callerSpan = '00f067aa0ba902b7';
const traceparent = `00-${traceId}-${callerSpan}-01`;

/** Starts a service that sends webhooks, and traces with a collector, for a club with two players. */
async function startTraced(database: Database, environment: Record<string, string>) {
  const receiver = await openReceiver();
  const log = new PassThrough();
  const service = await openTestService({
    database,
    environment: { WEBHOOK_PRIVATE_TARGETS: receiver.target, ...environment },
    logger: createLogger('info', log),
  });
  const { club, mike, priya } = await openClubIn(database);
  const { applicationId } = club.submitter;
  const sealing = createSecretSealing(service.dependencies.configuration);
  await insertEndpoint(database, applicationId, {
    url: receiver.url,
    secret_sealed: await sealing.seal(signingSecret, applicationId),
  });
  const apiKey = await insertClubKey(club, ['key:match:submit', 'key:match:void']);
  const post = async (path: string, body: unknown, headers: Record<string, string>) =>
    await fetch(`${service.baseUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': apiKey, ...headers },
      body: JSON.stringify(body),
    });
  const submit = async (headers: Record<string, string>, matchDate = '2026-09-12T15:30:00Z') => {
    const isLate = matchDate < '2026-09-12';
    const match = matchOf(`match of ${matchDate}`, isLate ? [[priya], [mike]] : [[mike], [priya]], {
      matchDate,
    });
    const response = await post('/partner/matches', batchOf([match]), headers);
    expect(response.status).toBe(200);
    return (await response.json()) as Schemas.MatchBatchResult;
  };
  const stop = async () => {
    await service.stop();
    log.end();
    return (await text(log))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  };
  return { receiver, post, submit, stop };
}

const request = 'POST /api/v1/partner/matches';

describe.each(databases)('traces on %s', (kind) => {
  it('cover a request, its transaction, and its webhooks, as part of the trace of the caller', async () => {
    const collector = await openCollector();
    const database = await createTestDatabase(kind);
    const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint };
    const { receiver, submit, stop } = await startTraced(database, environment);
    await submit({ traceparent });
    await receiver.received(2);
    const lines = await stop();
    expect(collector.paths(traceId)).toEqual([
      request,
      `${request} > transaction`,
      `${request} > transaction > webhook delivery`,
    ]);
    const spans = collector.spans().filter((span) => span.traceId === traceId);
    expect(spans.find(({ name }) => name === request)?.parentSpanId).toBe(callerSpan);
    expect(receivedTraceparents(receiver)).toEqual(
      spans
        .filter(({ name }) => name === 'webhook delivery')
        .map(({ spanId }) => `00-${traceId}-${spanId}-01`)
        .toSorted(),
    );
    expect(lines.filter(({ operation }) => operation === 'matches.submit')).toEqual([
      expect.objectContaining({ trace_id: traceId }),
    ]);
  });
});

it('a trace covers a late result, its settlement in the background, and the webhooks of that', async () => {
  const collector = await openCollector();
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint };
  const traced = await startTraced(await createTestDatabase('postgres'), environment);
  await traced.submit({});
  await traced.submit({ traceparent }, '2026-09-11T15:30:00Z');
  await traced.receiver.received(6);
  await traced.stop();
  expect(collector.paths(traceId)).toContain(
    `${request} > transaction > settlement > transaction > webhook delivery`,
  );
});

it('a trace covers a void, the settlement that the request waits for, and the webhooks of that', async () => {
  const collector = await openCollector();
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint };
  const traced = await startTraced(await createTestDatabase('postgres'), environment);
  const { matches } = await traced.submit({});
  const path = `/partner/matches/${matches[0]?.id}/void`;
  const response = await traced.post(path, { reason: 'Wrong players.' }, { traceparent });
  expect(response.status).toBe(200);
  await traced.receiver.received(4);
  await traced.stop();
  expect(collector.paths(traceId)).toContain(
    'POST /api/v1/partner/matches/:matchId/void > settlement > transaction > webhook delivery',
  );
  const settlement = collector.spans().find(({ name }) => name === 'settlement');
  expect(settlement?.links).toEqual([expect.objectContaining({ traceId })]);
});

it('ignores a traceparent that is invalid, and starts a trace', async () => {
  const collector = await openCollector();
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint };
  const { submit, stop } = await startTraced(await createTestDatabase('postgres'), environment);
  const invalid = [
    'nonsense',
    `00-${traceId}-${callerSpan}`,
    `ff-${traceId}-${callerSpan}-01`,
    `00-${traceId}-${callerSpan}-01-more`,
    `00-${'0'.repeat(32)}-${callerSpan}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `${traceparent}, ${traceparent}`,
  ];
  for (const given of invalid) await submit({ traceparent: given });
  await stop();
  const requests = collector.spans().filter(({ name }) => name === request);
  expect(requests).toHaveLength(invalid.length);
  expect(requests.filter((span) => span.parentSpanId || span.traceId === traceId)).toEqual([]);
});

it('sends no span of a trace that the caller does not keep, and passes that on to receivers', async () => {
  const collector = await openCollector();
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint };
  const traced = await startTraced(await createTestDatabase('postgres'), environment);
  await traced.submit({ traceparent: `00-${traceId}-${callerSpan}-00` });
  await traced.receiver.received(2);
  await traced.stop();
  expect(collector.spans()).toEqual([]);
  const unsampled = expect.stringMatching(new RegExp(`^00-${traceId}-[0-9a-f]{16}-00$`));
  expect(receivedTraceparents(traced.receiver)).toEqual([unsampled, unsampled]);
});

it('stores and sends nothing of a trace while tracing is off', async () => {
  const collector = await openCollector();
  const database = await createTestDatabase('postgres');
  const environment = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_TRACES_EXPORTER: 'none',
  };
  const { receiver, submit, stop } = await startTraced(database, environment);
  await submit({ traceparent });
  await receiver.received(2);
  const lines = await stop();
  expect(collector.requests).toEqual([]);
  expect(receivedTraceparents(receiver)).toEqual([undefined, undefined]);
  expect(lines.filter((line) => 'trace_id' in line)).toEqual([]);
  const stored = await database.selectFrom('webhook_delivery').select('traceparent').execute();
  expect(stored).toEqual([{ traceparent: null }, { traceparent: null }]);
});

function receivedTraceparents({ requests }: Receiver): (string | undefined)[] {
  return requests.map(({ headers }) => headers.traceparent).toSorted();
}
