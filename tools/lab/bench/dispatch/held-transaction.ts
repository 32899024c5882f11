import { openPostgres } from '@partner-rating/service/src/platform/database/connect.ts';
import { CompiledQuery } from 'kysely';
import type { Figure } from '../benchmark.ts';
import { measureInRounds, type Rounds } from '../measure/rounds.ts';
import { median } from '../measure/statistics.ts';
import { openRounds } from './delivered-rounds.ts';

interface HeldSizes {
  /** How many go through while the transaction is open. */
  deliveries: number;
  deliveriesARound: number;
  rounds: Rounds;
}

/**
 * Deliveries claimed and completed in a database in which somebody has kept a transaction open while others
 * went through, beside one in which as many did and nobody has.
 */
export async function measureHeldTransaction(
  databaseUrls: { held: string; free: string },
  { deliveries, deliveriesARound, rounds: counts }: HeldSizes,
): Promise<Figure[]> {
  const held = await openRounds(databaseUrls.held, deliveriesARound);
  const free = await openRounds(databaseUrls.free, deliveriesARound);
  const holder = openPostgres(databaseUrls.held);
  const rounds = await holder.database.connection().execute(async (connection) => {
    const run = (statement: string) => connection.executeQuery(CompiledQuery.raw(statement));
    await run('begin isolation level repeatable read');
    // Its snapshot is taken by its first statement. It has written, so it is among the running transactions too.
    await run('select pg_current_xact_id()');
    for (const { deliver } of [held, free]) {
      for (let done = 0; done < deliveries; done += deliveriesARound) await deliver();
    }
    const measured = await measureInRounds(counts, { held: held.deliver, free: free.deliver });
    await run('rollback');
    return measured;
  });
  for (const { close } of [holder, held, free]) await close();
  return [
    {
      name: `outbox beside a transaction as old as ${deliveries} deliveries / beside none`,
      value: median(rounds.map((times) => times.free / times.held)),
      goal: { atLeast: 0.95 },
    },
  ];
}
