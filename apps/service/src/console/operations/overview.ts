import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Database } from '../../platform/database/schema.ts';
import { countDue } from '../../ratings/settlement/store/due-positions.ts';
import { measureQueue } from '../../webhooks/dispatch/store/heads.ts';
import type { AdminHandlers } from '../api/handlers.ts';
import type * as Types from '../api/types.gen.ts';
import {
  type AmountOfDay,
  countDeliveries,
  countMatches,
  countRequests,
  dayOf,
  readStanding,
} from '../store/counts.ts';
import { readStorage } from '../store/storage.ts';

/** The operations that show the state of the service. */
export const overview: AdminHandlers<'overview.get' | 'storage.get'> = {
  'overview.get': async (dependencies) => ({
    status: 200,
    body: {
      now: await readNow(dependencies),
      limits: limitsOf(dependencies.configuration),
      ...(await readDays(dependencies)),
    },
  }),

  'storage.get': async ({ database }) => ({ status: 200, body: await readStorage(database) }),
};

async function readNow({ database, clock }: Dependencies): Promise<Types.OverviewNow> {
  const now = clock();
  const queue = await measureQueue(database, now);
  const { positions, oldest } = await countDue(database);
  const since = oldest === null ? 0 : Math.max(0, now.getTime() - oldest.getTime());
  return {
    pendingDeliveries: queue.pending,
    dueDeliveries: queue.due,
    oldestDueSeconds: Math.floor(queue.oldestDueSeconds),
    ...(await readStanding(database, now)),
    matchesToSettle: positions,
    oldestToSettleSeconds: Math.floor(since / 1_000),
  };
}

function limitsOf(configuration: Dependencies['configuration']): Types.OverviewLimits {
  return {
    requests: configuration.rateLimit,
    ingest: configuration.ingestRateLimit,
    webhookTests: configuration.webhookTestRateLimit,
    tokens: configuration.tokenRateLimit,
    logIns: configuration.logInRateLimit,
    importedAddresses: configuration.importEmailLimit,
    settledMatches: configuration.settlementBudget,
  };
}

const DAY = 24 * 60 * 60 * 1_000;

const DAYS = 14;

// Counting the matches and deliveries of two weeks may take a second if there are millions.
const FRESH_MILLISECONDS = 60_000;

/** The amounts of each of the last days, today last. */
interface Days {
  requests: AmountOfDay[];
  deliveries: AmountOfDay[];
  matches: AmountOfDay[];
}

const read = new WeakMap<Database, { at: Date; days: Promise<Days> }>();

/** Reads the amounts of the days; the result is cached for a minute. */
async function readDays({
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
