import { openPostgres } from '../src/database/connect.ts';
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
  const receiver = await startServer('serve-receiver.ts', { SIGNING_SECRET: signingSecret });
  const target = `127.0.0.1:${receiver.port}`;
  const { databaseUrl } = await copyDataset(dataset);
  const { database, close } = openPostgres(databaseUrl);
  try {
    return [
      ...(await compareSending(target)),
      ...(await compareQueues(database, databaseUrl)),
      ...(await measureFairness(database, target)),
    ];
  } finally {
    await close();
    await receiver.stop();
  }
};
