import type { DatabaseTransaction } from '../../platform/database/schema.ts';
import type { Due } from './settle-now.ts';
import { insertDue, type NewDuePosition } from './store/due-positions.ts';

/**
 * Marks positions in the ledger as due for settlement. The transaction must hold the ratings of the sports.
 * @returns what is due by sport, to be settled once the transaction is committed (`settleNow`).
 */
export async function markDue(
  transaction: DatabaseTransaction,
  now: Date,
  positions: readonly NewDuePosition[],
): Promise<Due[]> {
  const dueOrders = await insertDue(transaction, now, positions);
  const bySport = Map.groupBy(positions.keys(), (index) => positions[index]?.sport ?? '');
  return [...bySport].map(([sport, indexes]) => ({
    sport,
    dueOrders: indexes.flatMap((index) => dueOrders[index] ?? []),
  }));
}
