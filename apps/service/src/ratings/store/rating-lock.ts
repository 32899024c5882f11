import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../platform/database/schema.ts';

/**
 * Taken first by every transaction that adds matches of these sports to the ledger or voids one, and by each
 * chunk of a settlement. Such transactions do not wait for each other here; one that takes the ratings for itself
 * waits for all of them to end, and they for it.
 */
export async function lockRatingsShared(
  transaction: DatabaseTransaction,
  sports: readonly string[],
): Promise<void> {
  await sql`
    select pg_advisory_xact_lock_shared(${lockNumber}) from ${inOrder(sports)}
  `.execute(transaction);
}

/**
 * Taken first by every confirmation and claim, and where a settlement begins and publishes: nobody
 * else rates these sports until the transaction ends.
 */
export async function lockRatingsExclusive(
  transaction: DatabaseTransaction,
  sports: readonly string[],
): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(${lockNumber}) from ${inOrder(sports)}
  `.execute(transaction);
}

const lockNumber = sql`hashtextextended('ratings of ' || sport, 0)`;

// Always in the same order, so that two transactions with the same sports cannot deadlock.
function inOrder(sports: readonly string[]) {
  return sql`unnest(${[...new Set(sports)].toSorted()}::text[]) as held (sport)`;
}
