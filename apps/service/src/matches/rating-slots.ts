import { retryOnContention } from '../platform/concurrency/retry-on-contention.ts';
import { createSlots, type Slots } from '../platform/concurrency/slots.ts';
import { POOL_CONNECTIONS } from '../platform/database/pool.ts';
import { sports as allSports, type Sport } from '../ratings/domain/sports.ts';

// A semaphore for all that rates, and one for each sport. A transaction that rates occupies a
// connection, also while it waits for the ratings of its sport. However many wait, everybody
// else's requests still find a connection, and other sports go on.
const SLOTS = Math.ceil(POOL_CONNECTIONS / 2);
const SLOTS_PER_SPORT = Math.ceil(SLOTS / 2);

const slots = createSlots(SLOTS);
const slotsOf = Object.fromEntries(
  allSports.map((sport) => [sport, createSlots(SLOTS_PER_SPORT)]),
) as Record<Sport, Slots>;

// A semaphore of its own for what only projects ratings: it waits for no lock and should not wait behind what does.
// One computes while another one reads; more would only occupy connections, since a process computes one at a time.
const PROJECTION_SLOTS = 2;
const projectionSlots = createSlots(PROJECTION_SLOTS);

/** Runs a transaction that judges and rates but stores nothing once it has a slot, retrying on contention. */
export async function inProjectionSlot<Result>(transact: () => Promise<Result>): Promise<Result> {
  return await projectionSlots.run(async () => await retryOnContention(transact));
}

/** Runs a transaction that rates these sports once it has a slot of each, retrying on contention. */
export async function inRatingSlot<Result>(
  sports: readonly Sport[],
  transact: () => Promise<Result>,
): Promise<Result> {
  const run = async () => await slots.run(async () => await retryOnContention(transact));
  // In sorted order, so that two callers never wait for each other's slots.
  return await [...new Set(sports)]
    .toSorted()
    .reduceRight((inner, sport) => async () => await slotsOf[sport].run(inner), run)();
}
