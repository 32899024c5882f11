import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@partner-rating/service/src/platform/database/schema.ts';
import { createDispatcher } from '@partner-rating/service/src/webhooks/dispatch/dispatcher.ts';
import { insertReceivers } from '@partner-rating/service/src/webhooks/testing/fixtures.ts';
import { sql } from 'kysely';
import type { Figure } from '../benchmark.ts';
import type { Rounds } from '../measure/rounds.ts';
import { median, percentile } from '../measure/statistics.ts';
import { configurationFor, insertEvents, quiet, sealingFor } from './fixture.ts';
import { openHanging } from './hanging-receiver.ts';

interface FairnessSizes {
  endpoints: number;
  /** The events of an endpoint that works, and of the one that hangs. */
  each: number;
  stuck: number;
  rounds: Rounds;
}

interface Round {
  /** Milliseconds. */
  p95: number;
  /** Deliveries a second. */
  rate: number;
}

const p95Of = (rounds: readonly Round[]) => median(rounds.map(({ p95 }) => p95));

/** How long the events of many endpoints take, with and without one among them that hangs. */
export async function measureFairness(
  database: Database,
  target: string,
  { endpoints, each, stuck: waiting, rounds: { warmUp, counted } }: FairnessSizes,
): Promise<Figure[]> {
  const hanging = await openHanging();
  const url = `http://${target}/hooks`;
  const configuration = configurationFor([target, hanging.target]);
  const sealing = sealingFor(configuration);
  const healthy = await insertReceivers(database, sealing, { url, count: endpoints - 1 });
  const stuckUrl = `http://${hanging.target}/hooks`;
  const stuck = await insertReceivers(database, sealing, { url: stuckUrl, count: 1 });
  const clock = () => new Date();

  const deliver = async (): Promise<Round> => {
    const due = new Date();
    await insertEvents(database, healthy, { each, due, url });
    const dispatcher = createDispatcher({ database, clock, configuration }, { log: quiet });
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
    // Otherwise the next round would begin with it marked as failing.
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
      name: `p95 of ${endpoints - 1} endpoints beside one that hangs, seconds`,
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
