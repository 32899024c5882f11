import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@partner-rating/service/src/platform/database/schema.ts';
import { createDispatcher } from '@partner-rating/service/src/webhooks/dispatch/dispatcher.ts';
import { insertReceivers } from '@partner-rating/service/src/webhooks/testing/fixtures.ts';
import { sql } from 'kysely';
import type { Figure } from '../benchmark.ts';
import { percentile } from '../measure/statistics.ts';
import { configurationFor, insertEvents, quiet, sealingFor } from './fixture.ts';
import { openHanging } from './hanging-receiver.ts';

interface HangingSizes {
  endpoints: number;
  /** How many of them hang, and how many events wait for each of those. */
  hanging: number;
  waiting: number;
  ticks: number;
}

const EVENTS_A_TICK = 10;
const TICK_MILLISECONDS = 100;

/** How long events take to the endpoints that work, while ten of a thousand hang and have much waiting. */
export async function measureHanging(
  database: Database,
  target: string,
  { endpoints, hanging: count, waiting, ticks }: HangingSizes,
): Promise<Figure[]> {
  const hanging = await openHanging();
  const url = `http://${target}/hooks`;
  const stuckUrl = `http://${hanging.target}/hooks`;
  const configuration = configurationFor([target, hanging.target]);
  const sealing = sealingFor(configuration);
  const working = await insertReceivers(database, sealing, { url, count: endpoints - count });
  const stuck = await insertReceivers(database, sealing, { url: stuckUrl, count });
  const stuckEvents = { each: waiting, due: new Date(), url: stuckUrl };
  await insertEvents(database, stuck, stuckEvents);

  const clock = () => new Date();
  const dispatcher = createDispatcher({ database, clock, configuration }, { log: quiet });
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
      name: `p99 of ${working.length} endpoints beside ${count} that hang, seconds`,
      value: percentile(times, 0.99) / 1_000,
      goal: { atMost: 1 },
    },
  ];
}

/** Milliseconds from the writing of each event to its answer, once all have one. */
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
