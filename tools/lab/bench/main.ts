/**
 * Measures the promised speed. Each figure is measured next to its peer in one run, on a new
 * PostgreSQL server with `BENCH_MEMBERS` players. Arguments select benchmarks by name. `--short`
 * runs each one for a few seconds, only to show that it works. With `BENCH_DATABASE_URL`, the URL
 * of a maintenance database, the benchmarks use that server, and the datasets stay there for the
 * next run.
 */
import { enableCompileCache } from 'node:module';
import { reportFigure } from '@partner-rating/figures';
import { startPostgresCluster } from '@partner-rating/service/src/testing/postgres-cluster.ts';
import type { Length } from './benchmark.ts';
import { type BenchmarkName, benchmarkNames, benchmarks, serverSettings } from './benchmarks.ts';
import { openDatasets } from './dataset/datasets.ts';

const DEFAULT_MEMBERS = { full: 20_000, short: 1_000 };

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function readMembers(length: Length): number {
  const members = Number(process.env.BENCH_MEMBERS ?? DEFAULT_MEMBERS[length]);
  if (Number.isSafeInteger(members) && members >= 1_000) return members;
  throw new Error('BENCH_MEMBERS must be a whole number of at least 1000.');
}

function readNames(asked: readonly string[]): readonly BenchmarkName[] {
  const unknown = asked.filter((name) => !benchmarkNames.some((known) => known === name));
  if (unknown.length > 0) {
    throw new Error(
      `Unknown benchmark ${unknown.join(', ')}. Known benchmarks: ${benchmarkNames.join(', ')}.`,
    );
  }
  return asked.length === 0
    ? benchmarkNames
    : benchmarkNames.filter((name) => asked.includes(name));
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
    const benchmarkRun = { benchmark: name, isShort: length === 'short', members };
    missed += figures.filter((figure) => !reportFigure(figure, benchmarkRun)).length;
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
