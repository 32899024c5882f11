import pLimit from 'p-limit';
import { POOL_CONNECTIONS } from '../database/connect.ts';
import { retryContended } from './retry-contended.ts';

// A transaction that rates keeps a connection, and it may have to wait for a correction of its sport
// that takes minutes. However many wait, everybody else's requests still find a connection.
const turns = pLimit(Math.ceil(POOL_CONNECTIONS / 2));

/** Runs a transaction that rates once few enough of this process are under way. */
export async function inRatingTurn<Result>(transact: () => Promise<Result>): Promise<Result> {
  return await turns(async () => await retryContended(transact));
}
