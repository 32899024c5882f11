import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@partner-rating/service/src/platform/database/schema.ts';
import { createDispatcher } from '@partner-rating/service/src/webhooks/dispatch/dispatcher.ts';
import { insertReceivers } from '@partner-rating/service/src/webhooks/testing/fixtures.ts';
import { sql } from 'kysely';
import type { Figure } from '../benchmark.ts';
import type { Rounds } from '../measure/rounds.ts';
import { median, percentile } from '../measure/statistics.ts';
import { configurationFor, insertEvents, quiet, sealingFor } from './fixture.ts';

const EVENTS_A_TICK = 10;
const TICK_MILLISECONDS = 100;

interface FairnessSizes {
  endpoints: number;
  /** The number of events for each working endpoint, and for the endpoint that hangs. */
  each: number;
  stuck: number;
  rounds: Rounds;
}

interface Round {
  /** Milliseconds. */
  p95: number;
  /** The number of deliveries per second. */
  rate: number;
}

const p95Of = (rounds: readonly Round[]) => median(rounds.map(({ p95 }) => p95));

/** Measures how long the events of many endpoints take, with and without one more endpoint that hangs. */
export async function measureFairness(
  database: Database,
  target: string,
  { endpoints, each, stuck: waiting, rounds: { warmUp, counted } }: FairnessSizes,
): Promise<Figure[]> {
  const counts = { working: endpoints - 1, stuck: 1 };
  const { hanging, working: healthy, stuck, ...receivers } = await open(database, target, counts);
  const { url, stuckUrl } = receivers;

  const deliver = async (): Promise<Round> => {
    const due = new Date();
    await insertEvents(database, healthy, { each, due, url });
    const dispatcher = receivers.newDispatcher();
    const start = Date.now();
    dispatcher.start();
    const times = await completionTimes(database, { of: healthy, each, start });
    hanging.closeConnections();
    await dispatcher.stop();
    await sql`truncate webhook_delivery`.execute(database);
    return { p95: percentile(times, 0.95), rate: times.length / (Math.max(...times) / 1_000) };
  };
  const measured = { without: [] as Round[], beside: [] as Round[] };
  for (let round = 0; round < warmUp + counted; round += 1) {
    const without = await deliver();
    await insertEvents(database, stuck, { each: waiting, due: new Date(0), url: stuckUrl });
    const beside = await deliver();
    // Otherwise the next round would begin with the hanging endpoint marked as failing.
    await database.updateTable('webhook_endpoint').set({ failing_since: null }).execute();
    if (round < warmUp) continue;
    measured.without.push(without);
    measured.beside.push(beside);
  }
  await hanging.close();
  return [
    {
      name: 'the whole dispatcher, deliveries a second',
      value: median(measured.without.map(({ rate }) => rate)),
    },
    {
      name: `p95 of ${endpoints - 1} endpoints next to one that hangs, seconds`,
      value: p95Of(measured.beside) / 1_000,
      goal: { atMost: 2 },
    },
    {
      name: 'p95 with the endpoint that hangs / without it',
      value: p95Of(measured.beside) / p95Of(measured.without),
    },
  ];
}

async function completionTimes(
  database: Database,
  { of: applications, each, start }: { of: readonly string[]; each: number; start: number },
): Promise<number[]> {
  for (;;) {
    const rows = await database
      .selectFrom('webhook_delivery')
      .select('completed_at')
      .where('application_id', 'in', applications)
      .where('status', '=', 'success')
      .execute();
    if (rows.length === applications.length * each) {
      return rows.map(({ completed_at }) => (completed_at?.getTime() ?? Number.NaN) - start);
    }
    await sleep(50);
  }
}

interface HangingSizes {
  endpoints: number;
  /** How many of the endpoints hang, and how many events wait for each hanging endpoint. */
  hanging: number;
  waiting: number;
  ticks: number;
}

/** Measures how long events to working endpoints take while some endpoints hang and have many events waiting. */
export async function measureHanging(
  database: Database,
  target: string,
  { endpoints, hanging: count, waiting, ticks }: HangingSizes,
): Promise<Figure[]> {
  const counts = { working: endpoints - count, stuck: count };
  const { hanging, url, working, stuck, ...others } = await open(database, target, counts);
  const stuckEvents = { each: waiting, due: new Date(), url: others.stuckUrl };
  await insertEvents(database, stuck, stuckEvents);

  const dispatcher = others.newDispatcher();
  dispatcher.start();
  for (let tick = 0; tick < ticks; tick += 1) {
    const first = (tick * EVENTS_A_TICK) % working.length;
    const receivers = working.slice(first, first + EVENTS_A_TICK);
    await insertEvents(database, receivers, { each: 1, due: new Date(), url });
    dispatcher.wake();
    await sleep(TICK_MILLISECONDS);
  }
  const times = await deliveryTimes(database, working);
  hanging.closeConnections();
  await dispatcher.stop();
  await hanging.close();
  await sql`truncate webhook_delivery`.execute(database);
  return [
    {
      name: `p99 of ${working.length} endpoints next to ${count} that hang, seconds`,
      value: percentile(times, 0.99) / 1_000,
      goal: { atMost: 1 },
    },
  ];
}

/** Waits until every event has an answer, and returns the milliseconds from the insertion of each event to its answer. */
async function deliveryTimes(
  database: Database,
  applications: readonly string[],
): Promise<number[]> {
  for (;;) {
    const rows = await database
      .selectFrom('webhook_delivery')
      .select(['created_at', 'completed_at'])
      .where('application_id', 'in', applications)
      .execute();
    const ended = rows.flatMap(({ created_at, completed_at }) =>
      completed_at === null ? [] : [completed_at.getTime() - created_at.getTime()],
    );
    if (ended.length === rows.length) return ended;
    await sleep(50);
  }
}

/** Creates endpoints that work at `target`, endpoints that hang, and a dispatcher that can reach both. */
async function open(
  database: Database,
  target: string,
  counts: { working: number; stuck: number },
) {
  const hanging = await openHanging();
  const url = `http://${target}/hooks`;
  const stuckUrl = `http://${hanging.target}/hooks`;
  const configuration = configurationFor([target, hanging.target]);
  const sealing = sealingFor([]);
  const clock = () => new Date();
  return {
    hanging,
    url,
    stuckUrl,
    working: await insertReceivers(database, sealing, { url, count: counts.working }),
    stuck: await insertReceivers(database, sealing, { url: stuckUrl, count: counts.stuck }),
    newDispatcher: () => createDispatcher({ database, clock, configuration }, { log: quiet }),
  };
}

/** Starts a server that accepts connections, never answers, and closes them only on request. */
async function openHanging() {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const closeConnections = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  return {
    target: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    closeConnections,
    close: async () => {
      closeConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
