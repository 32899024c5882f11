import { openPostgres } from '../src/platform/database/connect.ts';
import { measureFairness } from './dispatch-fairness.ts';
import { signingSecret } from './dispatch-ground.ts';
import { compareQueues } from './dispatch-queue.ts';
import { compareSending } from './dispatch-sending.ts';
import type { Benchmark } from './frame.ts';
import { startServer } from './server-process.ts';

/**
 * Events on their way out: signed, checked and sent, beside the bare client that sends the same
 * bytes; the outbox, beside a queue on the same database; and what one endpoint that hangs costs
 * the others.
 */
export const benchmarkDispatch: Benchmark = async ({ dataset, copyDataset }) => {
  const verifying = await startServer('serve-receiver.ts', { SIGNING_SECRET: signingSecret });
  const trivial = await startServer('serve-receiver.ts', {});
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
