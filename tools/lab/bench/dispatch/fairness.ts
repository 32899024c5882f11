import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@partner-rating/service/src/platform/database/schema.ts';
import { createDispatcher } from '@partner-rating/service/src/webhooks/dispatch/dispatcher.ts';
import { insertReceivers } from '@partner-rating/service/src/webhooks/testing/fixtures.ts';
import { sql } from 'kysely';
import type { Figure } from '../benchmark.ts';
import { median, percentile } from '../measure/statistics.ts';
import { configurationFor, insertEvents, quiet, sealingFor } from './fixture.ts';
import { openHanging } from './hanging-receiver.ts';

const ENDPOINTS = 100;
const EVENTS_OF_AN_ENDPOINT = 20;
const ROUNDS = 5;
// What is measured first is not compiled yet.
const ROUNDS_TO_WARM_UP = 1;

interface Round {
  /** Milliseconds. */
  p95: number;
  /** Deliveries a second. */
  rate: number;
}

const p95Of = (rounds: readonly Round[]) => median(rounds.map(({ p95 }) => p95));

/** How long the events of many endpoints take, with and without one among them that hangs. */
export async function measureFairness(database: Database, target: string): Promise<Figure[]> {
  const hanging = await openHanging();
  const url = `http://${target}/hooks`;
  const configuration = configurationFor([target, hanging.target]);
  const sealing = sealingFor(configuration);
  const healthy = await insertReceivers(database, sealing, { url, count: ENDPOINTS - 1 });
  const stuckUrl = `http://${hanging.target}/hooks`;
  const stuck = await insertReceivers(database, sealing, { url: stuckUrl, count: 1 });
  const clock = () => new Date();

  const deliver = async (): Promise<Round> => {
    const due = new Date();
    await insertEvents(database, healthy, { each: EVENTS_OF_AN_ENDPOINT, due, url });
    const dispatcher = createDispatcher({ database, clock, configuration }, { log: quiet });
    const start = Date.now();
    dispatcher.start();
    const times = await completionTimes(database, healthy, start);
    hanging.closeConnections();
    await dispatcher.stop();
    await sql`truncate webhook_delivery`.execute(database);
    return { p95: percentile(times, 0.95), rate: times.length / (Math.max(...times) / 1_000) };
  };
  const measured = { without: [] as Round[], beside: [] as Round[] };
  for (let round = 0; round < ROUNDS_TO_WARM_UP + ROUNDS; round += 1) {
    const without = await deliver();
    await insertEvents(database, stuck, { each: 500, due: new Date(0), url: stuckUrl });
    const beside = await deliver();
    // Otherwise the next round would begin with it marked as failing.
    await database.updateTable('webhook_endpoint').set({ failing_since: null }).execute();
    if (round < ROUNDS_TO_WARM_UP) continue;
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
      name: `p95 of ${ENDPOINTS - 1} endpoints beside one that hangs, seconds`,
      value: p95Of(measured.beside) / 1_000,
      goal: { atMost: 2 },
    },
    {
      name: 'p95 with the one that hangs / without it',
      value: p95Of(measured.beside) / p95Of(measured.without),
    },
  ];
}

async function completionTimes(
  database: Database,
  applications: readonly string[],
  start: number,
): Promise<number[]> {
  for (;;) {
    const rows = await database
      .selectFrom('webhook_delivery')
      .select('completed_at')
      .where('application_id', 'in', applications)
      .where('status', '=', 'success')
      .execute();
    if (rows.length === applications.length * EVENTS_OF_AN_ENDPOINT) {
      return rows.map(({ completed_at }) => (completed_at?.getTime() ?? Number.NaN) - start);
    }
    await sleep(50);
  }
}
