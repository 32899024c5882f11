import type { Benchmark } from '../benchmark.ts';
import { measureLate } from './late.ts';
import { measureRebuild } from './rebuild.ts';
import { measureVoidStorm } from './void-storm.ts';

const SIZES = {
  full: {
    late: readMatches('BENCH_SETTLED_MATCHES', 4_000),
    rebuilt: readMatches('BENCH_REBUILT_MATCHES', 20_000),
    // What is more than that is copied, which is faster than playing it.
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
 * What becomes of live batches while a sport is settled beside them, each against the same batches while
 * nothing is settled, before and after it. `BENCH_SETTLED_MATCHES` says how many matches a late
 * result reaches, `BENCH_REBUILT_MATCHES` how many a rebuild goes through and `BENCH_STORM_MATCHES` how many the sport has
 * of which old ones are voided.
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
