import { openPostgres } from '../../src/platform/database/connect.ts';
import { signingSecret } from '../../src/webhooks/testing/fixtures.ts';
import type { Benchmark } from '../benchmark.ts';
import { startServer } from '../servers/server-process.ts';
import { measureFairness } from './fairness.ts';
import { compareQueues } from './queue.ts';
import { compareSending } from './sending.ts';

/**
 * Events on their way out: signed, checked and sent, beside the bare client that sends the same
 * bytes; the outbox, beside a queue on the same database; and what one endpoint that hangs costs
 * the others.
 */
export const benchmarkDispatch: Benchmark = async ({ dataset, copyDataset }) => {
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
      // Fairness has its price: each claim looks at every endpoint with work, the queue at none.
      ...(await compareQueues({ database, databaseUrl, endpoints: 100 })),
      ...(await measureFairness(database, target)),
    ];
  } finally {
    await close();
    await verifying.stop();
    await trivial.stop();
  }
};
