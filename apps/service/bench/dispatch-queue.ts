import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import type { Database } from '../src/platform/database/schema.ts';
import { recordAttempts } from '../src/webhooks/dispatch/store/attempts.ts';
import { claimDeliveries } from '../src/webhooks/dispatch/store/claim.ts';
import {
  configurationFor,
  insertEvents,
  insertReceivers,
  payload,
  sealingFor,
} from './dispatch-ground.ts';
import type { Figure } from './frame.ts';
import { median } from './statistics.ts';

const AT_ONCE = 32;
const JOBS_A_TURN = 1_600;
const TURNS = 9;
// What is measured first is not compiled yet.
const TURNS_TO_WARM_UP = 2;

export interface QueueComparison {
  database: Database;
  databaseUrl: string;
  /** Among how many the deliveries are dealt out; the queue beside it knows of none. */
  endpoints: number;
  goal?: Figure['goal'];
}

/** Deliveries claimed and completed, so many at once, beside a queue of the same database. */
export async function compareQueues({
  database,
  databaseUrl,
  endpoints,
  goal,
}: QueueComparison): Promise<Figure[]> {
  const queue = `deliveries_${endpoints}`;
  const boss = new PgBoss({ connectionString: databaseUrl, supervise: false, schedule: false });
  await boss.start();
  await boss.createQueue(queue);
  const url = 'https://courtside.example/hooks';
  const sealing = sealingFor(configurationFor([]));
  const applications = await insertReceivers(database, sealing, { url, count: endpoints });

  const outbox = async () => {
    for (let done = 0; done < JOBS_A_TURN; ) {
      const now = new Date();
      const claimed = await claimDeliveries(database, {
        now,
        leasedUntil: new Date(now.getTime() + 30_000),
        limit: AT_ONCE,
        limitPerEndpoint: 8,
        limitPerFailingEndpoint: 1,
        limitFailing: AT_ONCE,
        inFlight: new Map(),
      });
      const finished = claimed.map((delivery) => ({
        delivery,
        status: 'success' as const,
        url,
        payload: delivery.payload,
        statusCode: 200,
        responseBody: 'ok',
        errorMessage: null,
        maxAttempts: 10,
        startedAt: now,
        finishedAt: new Date(),
        nextAttemptAt: null,
      }));
      done += (await recordAttempts(database, finished)).filter(Boolean).length;
    }
  };
  const peer = async () => {
    for (let done = 0; done < JOBS_A_TURN; ) {
      const jobs = await boss.fetch(queue, { batchSize: AT_ONCE });
      const ids = jobs.map(({ id }) => id);
      await boss.complete(queue, ids, { statusCode: 200, body: 'ok' });
      done += ids.length;
    }
  };
  const timeOf = async (run: () => Promise<void>) => {
    const start = performance.now();
    await run();
    return performance.now() - start;
  };

  const ratios: number[] = [];
  const rates: number[] = [];
  for (let turn = 0; turn < TURNS_TO_WARM_UP + TURNS; turn += 1) {
    const each = JOBS_A_TURN / applications.length;
    await insertEvents(database, applications, { each, due: new Date(), url });
    await boss.insert(
      queue,
      Array.from({ length: JOBS_A_TURN }, () => ({ data: JSON.parse(payload) as object })),
    );
    await sql`analyze webhook_delivery`.execute(database);
    const first = await timeOf(turn % 2 === 0 ? outbox : peer);
    const second = await timeOf(turn % 2 === 0 ? peer : outbox);
    const [own, other] = turn % 2 === 0 ? [first, second] : [second, first];
    if (turn < TURNS_TO_WARM_UP) continue;
    ratios.push(other / own);
    rates.push(JOBS_A_TURN / (own / 1_000));
  }
  await boss.stop({ graceful: false });
  await database.deleteFrom('webhook_delivery').execute();
  return [
    {
      name: `outbox of ${endpoints} endpoints, claimed and completed / pg-boss, times faster`,
      value: median(ratios),
      ...(goal !== undefined && { goal }),
    },
    { name: `outbox of ${endpoints} endpoints, deliveries a second`, value: median(rates) },
  ];
}
