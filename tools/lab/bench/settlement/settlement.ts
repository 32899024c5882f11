import type { Benchmark } from '../benchmark.ts';
import { measureLate } from './late.ts';
import { measureRebuild } from './rebuild.ts';
import { measureVoidStorm } from './void-storm.ts';

/**
 * What becomes of live batches while a sport is settled beside them, each against the same batches while
 * nothing is settled, before and after it. `BENCH_SETTLED_MATCHES` says how many matches a late
 * result reaches, `BENCH_REBUILT_MATCHES` how many a rebuild goes through and `BENCH_STORM_MATCHES` how many the sport has
 * of which old ones are voided.
 */
export const benchmarkSettlement: Benchmark = async (context) => [
  ...(await measureLate(context, readMatches('BENCH_SETTLED_MATCHES', 4_000))),
  ...(await measureRebuild(context, readMatches('BENCH_REBUILT_MATCHES', 20_000))),
  ...(await measureVoidStorm(context, readMatches('BENCH_STORM_MATCHES', 3_000))),
];

function readMatches(variable: string, byDefault: number): number {
  const matches = Number(process.env[variable] ?? byDefault);
  if (Number.isSafeInteger(matches) && matches >= 1_000) return matches;
  throw new Error(`${variable} must be a whole number of matches, 1000 at least.`);
}
