import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { Database } from '../platform/database/schema.ts';
import {
  type AmountOfDay,
  countDeliveries,
  countMatches,
  countRequests,
  dayOf,
} from './store/days.ts';

const DAY = 24 * 60 * 60 * 1_000;
const DAYS = 14;

// To count the matches and deliveries of two weeks may take a second where there are millions.
const FRESH_MILLISECONDS = 60_000;

/** How much there was on each of the last days, today last. */
export interface Days {
  requests: AmountOfDay[];
  deliveries: AmountOfDay[];
  matches: AmountOfDay[];
}

const read = new WeakMap<Database, { at: Date; days: Promise<Days> }>();

/** The same for a minute, for every operator. */
export async function readDays({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<Days> {
  const now = clock();
  const known = read.get(database);
  const age = known === undefined ? Number.POSITIVE_INFINITY : now.getTime() - known.at.getTime();
  if (known !== undefined && age >= 0 && age < FRESH_MILLISECONDS) return await known.days;
  const days = countDays(database, now);
  read.set(database, { at: now, days });
  days.catch(() => read.delete(database));
  return await days;
}

async function countDays(database: Database, now: Date): Promise<Days> {
  const names = Array.from({ length: DAYS }, (_, index) =>
    dayOf(new Date(now.getTime() - (DAYS - 1 - index) * DAY)),
  );
  const since = new Date(`${names[0]}T00:00:00Z`);
  const whole = (counted: readonly AmountOfDay[]) =>
    names.map((day) => counted.find((one) => one.day === day) ?? { day, amount: 0, failures: 0 });
  return {
    requests: whole(await countRequests(database, since)),
    deliveries: whole(await countDeliveries(database, since)),
    matches: whole(await countMatches(database, since)),
  };
}
