import type { Database } from '@partner-rating/service/src/platform/database/schema.ts';
import { openDeliveryQueue } from '@partner-rating/service/src/webhooks/dispatch/delivery-queue.ts';
import { insertReceivers } from '@partner-rating/service/src/webhooks/testing/fixtures.ts';
import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import type { Figure } from '../benchmark.ts';
import { measureInRounds, millisecondsOf, type Rounds } from '../measure/rounds.ts';
import { median } from '../measure/statistics.ts';
import { BATCH_SIZE, drain } from './draining.ts';
import { insertEvents, payload, sealingFor, URL_OF_NOBODY } from './fixture.ts';

export interface QueueComparison {
  database: Database;
  databaseUrl: string;
  /** The number of endpoints that share the deliveries. The compared queue does not know about endpoints. */
  endpoints: number;
  jobsARound: number;
  rounds: Rounds;
}

/** Measures how fast deliveries are claimed and completed in batches, compared with pg-boss on the same database. */
export async function compareQueues({
  database,
  databaseUrl,
  endpoints,
  jobsARound,
  rounds: counts,
}: QueueComparison): Promise<Figure[]> {
  const queue = `deliveries_${endpoints}`;
  const boss = new PgBoss({ connectionString: databaseUrl, supervise: false, schedule: false });
  await boss.start();
  await boss.createQueue(queue);
  const receivers = { url: URL_OF_NOBODY, count: endpoints };
  const applications = await insertReceivers(database, sealingFor([]), receivers);

  const outboxQueue = openDeliveryQueue(database);
  const outbox = () => drain(database, outboxQueue, jobsARound);
  const peer = async () => {
    for (let done = 0; done < jobsARound; ) {
      const jobs = await boss.fetch(queue, { batchSize: BATCH_SIZE });
      const ids = jobs.map(({ id }) => id);
      await boss.complete(queue, ids, { statusCode: 200, body: 'ok' });
      done += ids.length;
    }
  };
  const prepare = async () => {
    const each = jobsARound / applications.length;
    await insertEvents(database, applications, { each, due: new Date(), url: URL_OF_NOBODY });
    await boss.insert(
      queue,
      Array.from({ length: jobsARound }, () => ({ data: JSON.parse(payload) as object })),
    );
    await sql`analyze webhook_delivery, pgboss.job_common`.execute(database);
  };
  const rounds = await measureInRounds(
    { ...counts, prepare },
    { outbox: () => millisecondsOf(outbox), peer: () => millisecondsOf(peer) },
  );
  await boss.stop({ graceful: false });
  await sql`truncate webhook_delivery`.execute(database);
  return [
    {
      name: `outbox of ${endpoints} endpoints, claimed and completed / pg-boss, times faster`,
      value: median(rounds.map((times) => times.peer / times.outbox)),
      goal: { atLeast: 1 },
    },
    {
      name: `outbox of ${endpoints} endpoints, deliveries a second`,
      value: median(rounds.map(({ outbox: milliseconds }) => (1_000 * jobsARound) / milliseconds)),
    },
  ];
}
