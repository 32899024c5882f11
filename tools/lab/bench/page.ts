/**
 * Runs benchmarks of the whole repository, on the PostgreSQL of this machine, and writes their figures into
 * `docs/figures.md`. Figures of benchmarks that do not run stay, with the date and the commit of their run.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, release, tmpdir, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import {
  type Machine,
  renderPage,
  replaceSections,
  type Section,
  sectionsOf,
} from '@partner-rating/figures';
import { startPostgresCluster } from '@partner-rating/service/src/testing/postgres-cluster.ts';
import { Command } from 'commander';
import pg from 'pg';
import { benchmarkNames, serverSettings } from './benchmarks.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The programs of the repository that run benchmarks. */
const programs = [
  { folder: 'packages/client', options: ['--expose-gc', 'bench/main.ts'], names: ['client'] },
  ...['validation', 'answer', 'overhead'].map((name) => ({
    folder: 'packages/server',
    options: [`bench/${name}.ts`],
    names: [name],
  })),
];
const known: readonly string[] = [...programs.flatMap(({ names }) => names), ...benchmarkNames];

const docs = join(root, 'docs');
const { only, short, to } = new Command('bench:page')
  .description(
    'Runs all benchmarks, and writes docs/figures.md. A full run takes about 40 minutes.',
  )
  .option('--only <names>', `comma-separated benchmarks to run: ${known.join(', ')}`)
  .option('--short', 'runs each for a few seconds, only to show that the command works')
  .option('--to <folder>', 'folder of the page and of figures.json, its data', docs)
  .parse()
  .opts<{ only?: string; short?: true; to: string }>();
const chosen = only === undefined ? known : only.split(',');
const unknown = chosen.filter((name) => !known.includes(name));
if (unknown.length > 0) throw new Error(`Unknown benchmarks: ${unknown.join(', ')}.`);

if (short && to === docs)
  throw new Error('Figures of a short run mean nothing: name another folder.');

const work = mkdtempSync(join(tmpdir(), 'partner-rating-figures-'));
const recorded = join(work, 'figures.ndjson');
writeFileSync(recorded, '');

/** Runs a program in a folder. It records its figures, so its exit code does not matter: 1 if it misses a goal. */
async function run(folder: string, options: readonly string[], environment = {}): Promise<void> {
  const child = spawn(process.execPath, [...options, ...(short ? ['--short'] : [])], {
    cwd: join(root, folder),
    env: { ...process.env, ...environment, BENCH_FIGURES: recorded },
    stdio: 'inherit',
  });
  await once(child, 'exit');
}

/** Runs the benchmarks of the service. Returns the version of PostgreSQL, or null if none was chosen. */
async function runLab(): Promise<string | null> {
  const names = benchmarkNames.filter((name) => chosen.includes(name));
  if (names.length === 0) return null;
  const cluster = await startPostgresCluster({ version: 'installed', settings: serverSettings });
  try {
    // One after the other, so that the figures of the others remain if one fails.
    for (const name of names) {
      await run('tools/lab', ['bench/main.ts', name], { BENCH_DATABASE_URL: cluster.url });
    }
    const client = new pg.Client(cluster.url);
    await client.connect();
    const { rows } = await client.query<{ server_version: string }>('show server_version');
    await client.end();
    return rows[0]?.server_version ?? null;
  } finally {
    await cluster.stop();
  }
}

function describeMachine(): Omit<Machine, 'postgres'> {
  const release_ = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown processor',
    cores: availableParallelism(),
    memoryBytes: totalmem(),
    system: parseEnv(release_).PRETTY_NAME ?? `${type()} ${release()}`,
    node: process.versions.node,
  };
}

// Before the benchmarks, because a long run may see a later commit.
const describe = ['describe', '--always', '--dirty', '--exclude=*'];
const commit = execFileSync('git', describe, { cwd: root, encoding: 'utf8' }).trim();
const date = new Date().toISOString().slice(0, 10);

try {
  for (const { folder, options, names } of programs) {
    if (names.some((name) => chosen.includes(name))) await run(folder, options);
  }
  const postgres = await runLab();
  const machine = describeMachine();
  const usesPostgres = (name: string) => benchmarkNames.some((one) => one === name);
  const { sections, missing } = sectionsOf(readFileSync(recorded, 'utf8'), chosen, (name) => ({
    ...{ date, commit },
    machine: { ...machine, postgres: usesPostgres(name) ? postgres : null },
  }));
  const data = join(to, 'figures.json');
  const earlier = existsSync(data) ? (JSON.parse(readFileSync(data, 'utf8')) as Section[]) : [];
  const all = replaceSections(earlier, sections, known);
  writeFileSync(data, `${JSON.stringify(all, null, 2)}\n`);
  writeFileSync(join(to, 'figures.md'), renderPage(all, known));
  if (missing.length > 0) {
    process.exitCode = 1;
    process.stderr.write(`Figures are missing, so the page has none of: ${missing.join(', ')}.\n`);
  }
} finally {
  rmSync(work, { recursive: true });
}
