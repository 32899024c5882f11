import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PartnerRatingClient } from '@partner-rating/client';
import { freePort } from '@partner-rating/processes';
import { readFacts } from '@partner-rating/service/src/console/demonstration/facts.ts';
import { EMBEDDED_REQUESTS_PER_SECOND } from '@partner-rating/service/src/platform/database/connect.ts';
import { serviceProcess } from '@partner-rating/service/src/testing/service-process.ts';
import { openWebhookReceiver } from '@partner-rating/service/src/testing/webhook-receiver.ts';
import type { Benchmark, Figure } from '../benchmark.ts';
import { sendAtRate } from '../measure/open-loop.ts';
import { percentile } from '../measure/statistics.ts';
import { Mixture } from './mixture.ts';

// The first part warms the service up and does not count.
const COUNTED_PARTS = 10;
const MEMORY_PARTS = 3;
const LAST_EVENTS_SECONDS = 60;

interface SoakSizes {
  minutes: number;
  requestsPerSecond: number;
  memorySamplesOfAPart: number;
}

const SIZES = {
  full: {
    minutes: readMinutes(),
    requestsPerSecond: EMBEDDED_REQUESTS_PER_SECOND,
    memorySamplesOfAPart: 12,
  },
  short: { minutes: 0.05, requestsPerSecond: 20, memorySamplesOfAPart: 2 },
};

/** One part of the run: a minute of ten. */
interface Part {
  latencies: number[];
  failures: number;
  residentBytes: number[];
  heapBytes: number[];
  /** CPU time of the service's process, in seconds since its start. */
  cpuSeconds: number[];
}

/** The goals with the embedded database, which works in the process of the service. PostgreSQL works in its own processes. */
const EMBEDDED_GOALS = { p99: { atMost: 250 }, cpu: { atMost: 7 } };

/**
 * Runs the whole service with its defaults for ten minutes at a steady rate, on both databases, and
 * compares the last minute with the first. `BENCH_SOAK_MINUTES` shortens it.
 */
export const benchmarkSoak: Benchmark = async ({ createDatabase, length, log }) => {
  const ofPostgres = { DATABASE_URL: await createDatabase() };
  return [
    ...(await soak('embedded', {}, { ...SIZES[length], log })),
    ...(await soak('PostgreSQL', ofPostgres, { ...SIZES[length], log })),
  ];
};

async function soak(
  name: string,
  database: Record<string, string>,
  { log, ...sizes }: SoakSizes & { log: (line: string) => void },
): Promise<Figure[]> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'partner-rating-soak-'));
  const receiver = await openWebhookReceiver();
  const metricsPort = await freePort('127.0.0.1');
  const service = await serviceProcess({
    DATA_DIR: dataDirectory,
    SEED: 'demo',
    WEBHOOK_PRIVATE_TARGETS: receiver.target,
    METRICS_PORT: String(metricsPort),
    RATE_LIMIT: '0',
    NETWORK_RATE_LIMIT: '0',
    INGEST_RATE_LIMIT: '0',
    LOG_IN_RATE_LIMIT: '0',
    ...database,
  });
  try {
    await service.start();
    const facts = await readFacts(dataDirectory);
    if (facts === null) throw new Error('The service was started without its demonstration.');
    const client = new PartnerRatingClient(facts);
    await client.webhooks.createEndpoint({ url: receiver.url, events: ['rating.updated'] });
    const mixture = new Mixture(facts);
    const parts = await run(async (index) => await mixture.send(index), {
      ...sizes,
      metricsPort,
      log: (line) => log(`${name}, ${line}`),
    });

    for (let second = 0; second < LAST_EVENTS_SECONDS; second += 1) {
      if (receiver.requests.length >= mixture.events) break;
      await sleep(1_000);
    }
    const output = service
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    for (const line of output) log(`${name}, the service logged ${line}`);
    return figures(name, parts, receiver.requests.length / mixture.events);
  } finally {
    await service.stop();
    await receiver.close();
    await rm(dataDirectory, { recursive: true, force: true });
  }
}

async function run(
  send: (index: number) => Promise<unknown>,
  options: SoakSizes & { metricsPort: number; log: (line: string) => void },
): Promise<Part[]> {
  const { minutes, requestsPerSecond, memorySamplesOfAPart, metricsPort, log } = options;
  const partSeconds = (minutes * 60) / COUNTED_PARTS;
  const parts: Part[] = Array.from({ length: COUNTED_PARTS + 1 }, () => ({
    latencies: [],
    failures: 0,
    residentBytes: [],
    heapBytes: [],
    cpuSeconds: [],
  }));
  let sent = 0;
  let ended = 0;
  const load = sendAtRate({
    requestsPerSecond,
    seconds: partSeconds * parts.length,
    send: async (index) => {
      sent += 1;
      await send(index);
    },
    onEnd: ({ dueSeconds, latencyMilliseconds, error }) => {
      ended += 1;
      const part = parts[Math.floor(dueSeconds / partSeconds)];
      part?.latencies.push(latencyMilliseconds);
      if (part !== undefined && error !== null) {
        part.failures += 1;
        if (part.failures === 1) log(`a request failed: ${error}`);
      }
    },
  });
  const sampleInterval = (partSeconds * 1_000) / memorySamplesOfAPart;
  for (const [index, part] of parts.entries()) {
    for (let count = 0; count < memorySamplesOfAPart; count += 1) {
      await sleep(sampleInterval);
      const { residentBytes, heapBytes, cpuSeconds } = await readProcess(metricsPort);
      part.residentBytes.push(residentBytes);
      part.heapBytes.push(heapBytes);
      part.cpuSeconds.push(cpuSeconds);
    }
    const step = index === 0 ? 'warm-up' : `part ${index} of ${COUNTED_PARTS}`;
    log(`${step}: ${describe(part)}, ${sent - ended} requests waiting`);
  }
  await load;
  return parts.slice(1);
}

function describe({ latencies, residentBytes, heapBytes }: Part): string {
  const inMebibytes = (bytes: readonly number[]) => Math.round(Math.min(...bytes) / 2 ** 20);
  return [
    `p50 ${percentile(latencies, 0.5).toFixed(1)} ms`,
    `p99 ${percentile(latencies, 0.99).toFixed(1)} ms`,
    `${inMebibytes(residentBytes)} MiB resident, ${inMebibytes(heapBytes)} MiB of them heap`,
  ].join(', ');
}

/** Memory and CPU time, as the process reports them. */
async function readProcess(port: number) {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const read = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  return {
    residentBytes: read('process_resident_memory_bytes'),
    heapBytes: read('nodejs_heap_size_used_bytes'),
    cpuSeconds: read('process_cpu_seconds_total'),
  };
}

function figures(name: string, parts: readonly Part[], received: number): Figure[] {
  const [first, last] = [parts.at(0), parts.at(-1)];
  if (first === undefined || last === undefined) throw new RangeError('A run has parts.');
  const latency = (part: Part, share: number) => percentile(part.latencies, share);
  // The lowest of several minutes, because the heap grows to twice its size between two garbage
  // collections.
  const growth = (bytes: (part: Part) => number[]) =>
    Math.min(...parts.slice(-MEMORY_PARTS).flatMap(bytes)) /
    Math.min(...parts.slice(0, MEMORY_PARTS).flatMap(bytes));
  const goals = name === 'embedded' ? EMBEDDED_GOALS : undefined;
  return [
    {
      name: `${name}: CPU a request in ms`,
      value: cpuMillisecondsOf(parts),
      ...(goals && { goal: goals.cpu }),
    },
    {
      name: `${name}: p99 of the worst minute in ms`,
      value: Math.max(...parts.map((part) => latency(part, 0.99))),
      ...(goals && { goal: goals.p99 }),
    },
    { name: `${name}: p50 of the first minute in ms`, value: latency(first, 0.5) },
    { name: `${name}: p50 of the last minute in ms`, value: latency(last, 0.5) },
    { name: `${name}: p99 of the first minute in ms`, value: latency(first, 0.99) },
    { name: `${name}: p99 of the last minute in ms`, value: latency(last, 0.99) },
    {
      name: `${name}: p99, last minute / first`,
      value: latency(last, 0.99) / latency(first, 0.99),
      goal: { atMost: 1.5 },
    },
    {
      name: `${name}: resident memory, last minutes / first`,
      value: growth(({ residentBytes }) => residentBytes),
      goal: { atMost: 1.25 },
    },
    {
      name: `${name}: heap, last minutes / first`,
      value: growth(({ heapBytes }) => heapBytes),
      goal: { atMost: 1.25 },
    },
    {
      name: `${name}: requests that failed`,
      value: parts.reduce((sum, { failures }) => sum + failures, 0),
      goal: { atMost: 0 },
      isAlwaysJudged: true,
    },
    { name: `${name}: webhooks received / due`, value: received, goal: { atLeast: 1 } },
  ];
}

/** The requests sent between the first and the last sample. */
function cpuMillisecondsOf(parts: readonly Part[]): number {
  const samples = parts.flatMap(({ cpuSeconds }) => cpuSeconds);
  const sent = parts.reduce((sum, { latencies }) => sum + latencies.length, 0);
  const measured = (sent * (samples.length - 1)) / samples.length;
  return (((samples.at(-1) ?? 0) - (samples.at(0) ?? 0)) * 1_000) / measured;
}

function readMinutes(): number {
  const minutes = Number(process.env.BENCH_SOAK_MINUTES ?? 10);
  if (minutes > 0) return minutes;
  throw new Error('BENCH_SOAK_MINUTES must be a number of minutes.');
}
