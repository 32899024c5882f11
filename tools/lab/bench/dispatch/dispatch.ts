import { openPostgres } from '@partner-rating/service/src/platform/database/connect.ts';
import { signingSecret } from '@partner-rating/service/src/webhooks/testing/fixtures.ts';
import type { Benchmark } from '../benchmark.ts';
import { startServer } from '../servers/server-process.ts';
import { measureFairness } from './fairness.ts';
import { measureHanging } from './hanging.ts';
import { measureHeldTransaction } from './held-transaction.ts';
import { measureOldLog } from './old-log.ts';
import { compareQueues } from './queue.ts';
import { compareSending } from './sending.ts';

/**
 * Events on their way out: signed, checked and sent, beside the bare client that sends the same
 * bytes; the outbox, beside a queue on the same database; what endpoints that hang cost the others; and the
 * outbox in a bad hour: over a long log, and while somebody keeps a transaction open.
 */
export const benchmarkDispatch: Benchmark = async ({ dataset, copyDataset }) => {
  const urlOfCopy = async () => (await copyDataset(dataset)).databaseUrl;
  const verifying = await startServer('receiver', { SIGNING_SECRET: signingSecret });
  const trivial = await startServer('receiver', {});
  const target = `127.0.0.1:${verifying.port}`;
  const { databaseUrl } = await copyDataset(dataset);
  const { database, close } = openPostgres(databaseUrl);
  try {
    return [
      ...(await compareSending({ target, name: 'verifies', goal: { atLeast: 0.85 } })),
      ...(await compareSending({ target: `127.0.0.1:${trivial.port}`, name: 'takes anything' })),
      ...(await compareQueues({ database, databaseUrl, endpoints: 8, goal: { atLeast: 1 } })),
      ...(await compareQueues({ database, databaseUrl, endpoints: 100, goal: { atLeast: 1 } })),
      ...(await measureFairness(database, target)),
      ...(await measureHanging(database, target)),
      ...(await measureHeldTransaction({ held: await urlOfCopy(), free: await urlOfCopy() })),
      ...(await measureOldLog({ full: await urlOfCopy(), empty: await urlOfCopy() })),
    ];
  } finally {
    await close();
    await verifying.stop();
    await trivial.stop();
  }
};
