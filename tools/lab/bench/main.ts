/**
 * Measures what the service promises of its speed, each beside its peer in one run, on a PostgreSQL
 * of its own filled with `BENCH_MEMBERS` players. Names as arguments run only these. With
 * `BENCH_DATABASE_URL`, the address of a maintenance database, that PostgreSQL is used instead and
 * the datasets stay there for the next run.
 */
import { totalmem } from 'node:os';
import { startPostgresCluster } from '@partner-rating/service/src/testing/postgres-cluster.ts';
import type { Benchmark, Figure } from './benchmark.ts';
import { openDatasets } from './dataset/datasets.ts';

const DEFAULT_MEMBERS = 20_000;
const names = [
  'reads',
  'search',
  'rank',
  'player',
  'predictions',
  'ingest',
  'jit',
  'history',
  'settlement',
  'dispatch',
  'kernel',
  'fold',
  'league',
  'soak',
] as const;
type Name = (typeof names)[number];

// Imported one by one, so that one can be run alone.
const benchmarks: Record<Name, () => Promise<Benchmark>> = {
  reads: async () => (await import('./reads.ts')).benchmarkReads,
  search: async () => (await import('./search/search.ts')).benchmarkSearch,
  rank: async () => (await import('./rank.ts')).benchmarkRank,
  player: async () => (await import('./player.ts')).benchmarkPlayer,
  predictions: async () => (await import('./predictions.ts')).benchmarkPredictions,
  ingest: async () => (await import('./ingest/ingest.ts')).benchmarkIngest,
  jit: async () => (await import('./jit.ts')).benchmarkJit,
  history: async () => (await import('./history/history.ts')).benchmarkHistory,
  settlement: async () => (await import('./settlement/settlement.ts')).benchmarkSettlement,
  dispatch: async () => (await import('./dispatch/dispatch.ts')).benchmarkDispatch,
  kernel: async () => (await import('./kernel/kernel.ts')).benchmarkKernel,
  fold: async () => (await import('./fold/fold.ts')).benchmarkFold,
  league: async () => (await import('./league.ts')).benchmarkLeague,
  soak: async () => (await import('./soak/soak.ts')).benchmarkSoak,
};

// A quarter of the memory, as PostgreSQL's manual advises; everything else as it comes.
const serverSettings = {
  shared_buffers: `${Math.round(totalmem() / 4 / 2 ** 20)}MB`,
  effective_cache_size: `${Math.round(totalmem() / 2 / 2 ** 20)}MB`,
  max_wal_size: '8GB',
};

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function readMembers(): number {
  const members = Number(process.env.BENCH_MEMBERS ?? DEFAULT_MEMBERS);
  if (Number.isSafeInteger(members) && members >= 1_000) return members;
  throw new Error('BENCH_MEMBERS must be a whole number, 1000 at least.');
}

function readNames(): readonly Name[] {
  const asked = process.argv.slice(2);
  const unknown = asked.filter((name) => !names.some((known) => known === name));
  if (unknown.length > 0) {
    throw new Error(`There is no benchmark ${unknown.join(', ')}; there are ${names.join(', ')}.`);
  }
  return asked.length === 0 ? names : names.filter((name) => asked.includes(name));
}

/** Prints a figure beside its goal; false where it misses one that counts at this size. */
function report({ name, value, goal, goalFrom = 0 }: Figure, members: number): boolean {
  const shown = value.toFixed(2);
  if (goal === undefined) {
    print(`  ${name}: ${shown}`);
    return true;
  }
  const reached = 'atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost;
  const words = 'atLeast' in goal ? `at least ${goal.atLeast}` : `at most ${goal.atMost}`;
  const counts = members >= goalFrom;
  const condition = counts ? '' : `, from ${goalFrom} members on`;
  print(`  ${name}: ${shown} (${words}${condition})${counts && !reached ? '  MISSED' : ''}`);
  return reached || !counts;
}

async function run(maintenanceUrl: string, members: number, chosen: readonly Name[]) {
  const datasets = openDatasets(maintenanceUrl, print);
  const dataset = await datasets.openDataset(members);
  let missed = 0;
  for (const name of chosen) {
    const benchmark = await benchmarks[name]();
    print(`\n${name}, ${members} members`);
    const figures = await benchmark({ ...datasets, dataset, log: (line) => print(`  ${line}`) });
    missed += figures.filter((figure) => !report(figure, members)).length;
  }
  await datasets.dropCopies();
  return missed;
}

const members = readMembers();
const chosen = readNames();
const given = process.env.BENCH_DATABASE_URL;
const cluster =
  given === undefined
    ? await startPostgresCluster({ settings: serverSettings })
    : { url: given, stop: async () => {} };
try {
  const missed = await run(cluster.url, members, chosen);
  if (missed > 0) {
    print(`\n${missed} ${missed === 1 ? 'figure misses its' : 'figures miss their'} goal.`);
    process.exitCode = 1;
  }
} finally {
  await cluster.stop();
}
