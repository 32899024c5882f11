import type { Database } from '@partner-rating/service/src/platform/database/schema.ts';
import { seededRandom } from '@partner-rating/service/src/platform/random.ts';
import type { Benchmark, BenchmarkContext, Figure } from '../benchmark.ts';
import { percentile } from '../measure/statistics.ts';
import { BEFOREHAND, batchOn, doubles } from './played-sport.ts';
import { measureRebuild } from './rebuild.ts';
import {
  figuresOf,
  type LoadSizes,
  loadService,
  measureBeside,
  untilSettled,
} from './service-under-load.ts';

const SIZES = {
  full: {
    late: readMatches('BENCH_SETTLED_MATCHES', 4_000),
    rebuilt: readMatches('BENCH_REBUILT_MATCHES', 20_000),
    // More matches than this are copied, which is faster than playing them.
    maxPlayed: 10_000,
    rebuilds: [1.001, 1],
    storm: readMatches('BENCH_STORM_MATCHES', 3_000),
    voids: 25,
    idleMilliseconds: 4_000,
  },
  short: {
    ...{ late: 100, rebuilt: 200, maxPlayed: 100, rebuilds: [1.001], storm: 100 },
    ...{ voids: 2, idleMilliseconds: 200 },
  },
};

/**
 * Measures batches during a settlement of their sport, compared with the same batches before and after it.
 * `BENCH_SETTLED_MATCHES` sets how many matches a late result makes the service rate again, `BENCH_REBUILT_MATCHES` how many
 * matches a rebuild rates, and `BENCH_STORM_MATCHES` how many matches the sport has when old ones are voided.
 */
export const benchmarkSettlement: Benchmark = async (context) => {
  const { late, rebuilt, maxPlayed, rebuilds, storm, voids, idleMilliseconds } =
    SIZES[context.length];
  return [
    ...(await measureLate(context, { matches: late, idleMilliseconds })),
    ...(await measureRebuild(context, { matches: rebuilt, maxPlayed, rebuilds, idleMilliseconds })),
    ...(await measureVoidStorm(context, { matches: storm, voids, idleMilliseconds })),
  ];
};

function readMatches(variable: string, byDefault: number): number {
  const matches = Number(process.env[variable] ?? byDefault);
  if (Number.isSafeInteger(matches) && matches >= 1_000) return matches;
  throw new Error(`${variable} must be a whole number of matches, 1000 at least.`);
}

/** Measures batches while a late result, which was played before all other matches, makes the service rate the whole sport again. */
async function measureLate(
  context: BenchmarkContext,
  { matches, idleMilliseconds }: LoadSizes,
): Promise<Figure[]> {
  const service = await loadService(context, matches);
  const { database, apiKey, players } = service;
  const late = batchOn(BEFOREHAND, doubles(seededRandom(0), players, 1));
  const live = { ...service, matches: 10, lanes: 2, idleMilliseconds };
  const compared = await measureBeside(context, live, async () => {
    await service.post('/api/v1/partner/matches', apiKey, late);
    await untilSettled(database);
  });
  await service.stop();
  return [
    ...figuresOf(`a settlement of ${matches} matches`, compared),
    {
      name: 'settlement in the background: matches a second',
      value: matches / compared.seconds,
    },
  ];
}

interface StormSizes extends LoadSizes {
  voids: number;
}

/** Measures another partner's matches while many of the oldest matches of the sport are voided at once. */
async function measureVoidStorm(
  context: BenchmarkContext,
  { matches, voids, idleMilliseconds }: StormSizes,
): Promise<Figure[]> {
  const service = await loadService(context, matches);
  const { database, apiKey, otherApiKey } = service;
  const oldest = await findOldest(database, voids);
  const live = { ...service, apiKey: otherApiKey, matches: 1, lanes: 1, idleMilliseconds };
  const { idle, working } = await measureBeside(context, live, async () => {
    const reason = { reason: 'Entered twice' };
    const send = async (id: string) =>
      await service.post(`/api/v1/partner/matches/${id}/void`, apiKey, reason);
    await Promise.all(oldest.map(send));
    await untilSettled(database);
  });
  await service.stop();
  const waits = idle.flatMap((measured) => measured.waits);
  return [
    {
      name: `${voids} voids in a sport of ${matches} matches: p99 of others / idle`,
      value: percentile(working.waits, 0.99) / percentile(waits, 0.99),
      goal: { atMost: 2 },
    },
  ];
}

async function findOldest(database: Database, count: number): Promise<string[]> {
  const rows = await database
    .selectFrom('match')
    .select('id')
    .orderBy('match_date')
    .orderBy('arrival')
    .limit(count)
    .execute();
  return rows.map(({ id }) => id);
}
