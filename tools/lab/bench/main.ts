/**
 * Measures the promised speed. Each figure is measured next to its peer in one run, on a new
 * PostgreSQL server with `BENCH_MEMBERS` players. Arguments select benchmarks by name. `--short`
 * runs each one for a few seconds, only to show that it works. With `BENCH_DATABASE_URL`, the URL
 * of a maintenance database, the benchmarks use that server, and the datasets stay there for the
 * next run.
 */
import { enableCompileCache } from 'node:module';
import { totalmem } from 'node:os';
import { startPostgresCluster } from '@partner-rating/service/src/testing/postgres-cluster.ts';
import type { Benchmark, Figure, Length } from './benchmark.ts';
import { openDatasets } from './dataset/datasets.ts';

const DEFAULT_MEMBERS = { full: 20_000, short: 1_000 };

// Separate imports, so that one benchmark can run without the others.
const benchmarks = {
  reads: async () => (await import('./reads.ts')).benchmarkReads,
  search: async () => (await import('./search/search.ts')).benchmarkSearch,
  rank: async () => (await import('./rank.ts')).benchmarkRank,
  player: async () => (await import('./player.ts')).benchmarkPlayer,
  predictions: async () => (await import('./predictions.ts')).benchmarkPredictions,
  ingest: async () => (await import('./ingest/ingest.ts')).benchmarkIngest,
  traces: async () => (await import('./traces.ts')).benchmarkTraces,
  jit: async () => (await import('./jit.ts')).benchmarkJit,
  history: async () => (await import('./history/history.ts')).benchmarkHistory,
  settlement: async () => (await import('./settlement/settlement.ts')).benchmarkSettlement,
  dispatch: async () => (await import('./dispatch/dispatch.ts')).benchmarkDispatch,
  kernel: async () => (await import('./kernel/kernel.ts')).benchmarkKernel,
  fold: async () => (await import('./fold/fold.ts')).benchmarkFold,
  league: async () => (await import('./league.ts')).benchmarkLeague,
  soak: async () => (await import('./soak/soak.ts')).benchmarkSoak,
} satisfies Record<string, () => Promise<Benchmark>>;
type Name = keyof typeof benchmarks;
const names = Object.keys(benchmarks) as Name[];

// A quarter of the memory, as PostgreSQL's manual recommends. Everything else has its default.
const serverSettings = {
  shared_buffers: `${Math.round(totalmem() / 4 / 2 ** 20)}MB`,
  effective_cache_size: `${Math.round(totalmem() / 2 / 2 ** 20)}MB`,
  max_wal_size: '8GB',
};

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function readMembers(length: Length): number {
  const members = Number(process.env.BENCH_MEMBERS ?? DEFAULT_MEMBERS[length]);
  if (Number.isSafeInteger(members) && members >= 1_000) return members;
  throw new Error('BENCH_MEMBERS must be a whole number of at least 1000.');
}

function readNames(asked: readonly string[]): readonly Name[] {
  const unknown = asked.filter((name) => !names.some((known) => known === name));
  if (unknown.length > 0) {
    throw new Error(
      `Unknown benchmark ${unknown.join(', ')}. Known benchmarks: ${names.join(', ')}.`,
    );
  }
  return asked.length === 0 ? names : names.filter((name) => asked.includes(name));
}

/**
 * Prints a figure next to its goal. Returns false if the figure is missing, or misses a goal that
 * counts in this run.
 */
function report({ name, value, goal, goalFrom = 0, isAlwaysJudged }: Figure): boolean {
  const shown = value.toFixed(2);
  if (goal === undefined || (length === 'short' && !isAlwaysJudged)) {
    print(`  ${name}: ${shown}`);
    return !Number.isNaN(value);
  }
  const reached = 'atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost;
  const words = 'atLeast' in goal ? `at least ${goal.atLeast}` : `at most ${goal.atMost}`;
  const counts = members >= goalFrom;
  const condition = counts ? '' : `, from ${goalFrom} members on`;
  print(`  ${name}: ${shown} (${words}${condition})${counts && !reached ? '  MISSED' : ''}`);
  return reached || !counts;
}

/** Returns the number of figures that miss their goals. */
async function run(maintenanceUrl: string): Promise<number> {
  const datasets = openDatasets(maintenanceUrl, print);
  const dataset = await datasets.openDataset(members);
  let missed = 0;
  for (const name of chosen) {
    const benchmark = await benchmarks[name]();
    print(`\n${name}, ${members} members`);
    const log = (line: string) => print(`  ${line}`);
    const figures = await benchmark({ ...datasets, dataset, length, log });
    missed += figures.filter((figure) => !report(figure)).length;
  }
  await datasets.dropCopies();
  return missed;
}

const words = process.argv.slice(2);
const length = words.includes('--short') ? 'short' : 'full';
if (length === 'short') {
  // Loading the service takes most of a short run, so the measured processes share a compile cache.
  process.env.NODE_COMPILE_CACHE ??= `${import.meta.dirname}/../node_modules/.cache/compile`;
  enableCompileCache(process.env.NODE_COMPILE_CACHE);
}
const members = readMembers(length);
const chosen = readNames(words.filter((word) => word !== '--short'));
const given = process.env.BENCH_DATABASE_URL;
const cluster =
  given === undefined
    ? await startPostgresCluster({ settings: serverSettings })
    : { url: given, stop: async () => {} };
try {
  const missed = await run(cluster.url);
  if (missed > 0) {
    print(`\n${missed} ${missed === 1 ? 'figure misses its' : 'figures miss their'} goal.`);
    process.exitCode = 1;
  }
} finally {
  await cluster.stop();
}
