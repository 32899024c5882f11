import { openPostgres } from '@partner-rating/service/src/platform/database/connect.ts';
import { signingSecret } from '@partner-rating/service/src/webhooks/testing/fixtures.ts';
import type { Benchmark } from '../benchmark.ts';
import { ONE_ROUND } from '../measure/rounds.ts';
import { startServer } from '../servers/server-process.ts';
import { measureHeldTransaction, measureOldLog } from './bad-hour.ts';
import { measureFairness, measureHanging } from './hanging.ts';
import { compareQueues } from './queue.ts';
import { compareSending } from './sending.ts';

const SIZES = {
  full: {
    sending: { sendsARound: 3_000, rounds: { warmUp: 2, counted: 9 } },
    queues: { jobsARound: 1_600, rounds: { warmUp: 2, counted: 25 } },
    // Needs a warm-up round, because this is measured first, before the code is compiled.
    fairness: { endpoints: 100, each: 20, stuck: 500, rounds: { warmUp: 1, counted: 5 } },
    // Ten events in each tick of 100 ms, each to another endpoint: a hundred events a second.
    hanging: { endpoints: 1_000, hanging: 10, waiting: 500, ticks: 150 },
    // The events of ten minutes at a hundred a second. Each leaves rows that cannot be vacuumed while the transaction is open.
    held: {
      deliveries: Number(process.env.BENCH_HELD_DELIVERIES ?? 60_000),
      ...{ deliveriesARound: 1_600, rounds: { warmUp: 2, counted: 9 } },
    },
    oldLog: {
      deliveries: Number(process.env.BENCH_OLD_DELIVERIES ?? 1_000_000),
      ...{ deliveriesARound: 1_600, rounds: { warmUp: 2, counted: 9 } },
    },
  },
  short: {
    sending: { sendsARound: 100, rounds: ONE_ROUND },
    queues: { jobsARound: 200, rounds: ONE_ROUND },
    fairness: { endpoints: 10, each: 2, stuck: 20, rounds: ONE_ROUND },
    hanging: { endpoints: 100, hanging: 2, waiting: 20, ticks: 5 },
    held: { deliveries: 200, deliveriesARound: 200, rounds: ONE_ROUND },
    oldLog: { deliveries: 1_000, deliveriesARound: 200, rounds: ONE_ROUND },
  },
};

/**
 * Measures the delivery of events in four ways: sending (signed and checked) compared with a bare client that sends the
 * same bytes; the outbox compared with another queue on the same database; how endpoints that hang delay the others; and
 * the outbox with a long log, and while another transaction stays open.
 */
export const benchmarkDispatch: Benchmark = async ({ dataset, copyDataset, length }) => {
  const sizes = SIZES[length];
  const urlOfCopy = async () => (await copyDataset(dataset)).databaseUrl;
  const pair = async () => ({ bad: await urlOfCopy(), good: await urlOfCopy() });
  const verifying = await startServer('receiver', { SIGNING_SECRET: signingSecret });
  const trivial = await startServer('receiver', {});
  const target = `127.0.0.1:${verifying.port}`;
  const { databaseUrl } = await copyDataset(dataset);
  const { database, close } = openPostgres(databaseUrl);
  try {
    return [
      ...(await compareSending({
        target,
        name: 'verifies',
        goal: { atLeast: 0.85 },
        ...sizes.sending,
      })),
      ...(await compareSending({
        target: `127.0.0.1:${trivial.port}`,
        name: 'takes anything',
        ...sizes.sending,
      })),
      ...(await compareQueues({ database, databaseUrl, endpoints: 8, ...sizes.queues })),
      ...(await compareQueues({ database, databaseUrl, endpoints: 100, ...sizes.queues })),
      ...(await measureFairness(database, target, sizes.fairness)),
      ...(await measureHanging(database, target, sizes.hanging)),
      ...(await measureHeldTransaction(await pair(), sizes.held)),
      ...(await measureOldLog(await pair(), sizes.oldLog)),
    ];
  } finally {
    await close();
    await verifying.stop();
    await trivial.stop();
  }
};
