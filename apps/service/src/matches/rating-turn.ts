import pLimit, { type LimitFunction } from 'p-limit';
import { retryContended } from '../platform/concurrency/retry-contended.ts';
import { POOL_CONNECTIONS } from '../platform/database/connect.ts';
import { sports as allSports, type Sport } from '../ratings/domain/sports.ts';

// A transaction that rates keeps a connection, and it may have to wait for a correction of its sport
// that takes minutes. However many wait, everybody else's requests still find a connection, and
// other sports go on.
const TURNS = Math.ceil(POOL_CONNECTIONS / 2);
const TURNS_OF_A_SPORT = Math.ceil(TURNS / 2);

const turns = pLimit(TURNS);
const turnsOf = Object.fromEntries(
  allSports.map((sport) => [sport, pLimit(TURNS_OF_A_SPORT)]),
) as Record<Sport, LimitFunction>;

/** Runs a transaction that rates these sports once few enough of this process are under way. */
export async function inRatingTurn<Result>(
  sports: readonly Sport[],
  transact: () => Promise<Result>,
): Promise<Result> {
  const inTurn = async () => await turns(async () => await retryContended(transact));
  // In one order, so that two that wait for turns of the same sports do not wait for each other.
  const inTurns = [...new Set(sports)]
    .toSorted()
    .reduceRight((inner, sport) => async () => await turnsOf[sport](inner), inTurn);
  return await inTurns();
}
