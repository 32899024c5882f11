/**
 * Rehearses growth: loads members and matches of two sizes into stock PostgreSQL, measures every task of the service and
 * of its operator, and prints one table. `pnpm run rehearse:scale --help` lists the options.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  type PostgresCluster,
  startPostgresCluster,
} from '@partner-rating/service/src/testing/postgres-cluster.ts';
import { Command, InvalidArgumentError } from 'commander';
import { startServer } from '../servers/server-process.ts';
import { type Backends, watchBackends } from './backends.ts';
import { type League, type LeagueSize, openLeague } from './league.ts';
import { describeSetting, scalePage } from './page.ts';
import { measureReads, type Served } from './reading.ts';
import { measureWrites } from './settling.ts';
import { isMet, type Measured, rowsOf } from './table.ts';
import { measureUpkeep } from './upkeep.ts';

const SIZES = { full: [100_000, 1_000_000], short: [2_000, 4_000] };
const REQUESTS = { full: 2_000, short: 10 };
const REPEATS = { full: 5, short: 1 };
// The cluster of the tests does not write durably.
const STOCK = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  max_connections: '100',
};

const options = new Command('pnpm run rehearse:scale')
  .description(
    'Loads members and matches of two sizes into PostgreSQL with its default settings, and measures every read, page, ' +
      'late result, void, rebuild, fit, audit, backup, restore, and upgrade. Prints a table of the cost by growth. Exits ' +
      'with 1 if a promise is missed. A full run takes about an hour on two cores, and needs 40 GB of disk.',
  )
  .option('--matches <counts>', 'one or two sizes, such as 100000,1000000', readCounts)
  .option(
    '--members <counts>',
    'the members of each size (default: as many as matches)',
    readCounts,
  )
  .option('--requests <count>', `requests of each read (default: ${REQUESTS.full})`, Number)
  .option(
    '--data-directory <directory>',
    'store the data in this new directory, or use what an earlier run stored there',
  )
  .option('--page <file>', 'write the table as a page, such as docs/scale.md')
  .option('--json <file>', 'write the table as JSON, for programs')
  .option(
    '--short',
    'run everything with few matches, only to show that it works. No promise counts',
    false,
  )
  .parse()
  .opts<{
    matches?: number[];
    members?: number[];
    requests?: number;
    dataDirectory?: string;
    page?: string;
    json?: string;
    short: boolean;
  }>();

function readCounts(text: string): number[] {
  const counts = text.split(',').map(Number);
  if (counts.length <= 2 && counts.every((count) => Number.isSafeInteger(count) && count >= 1_000))
    return counts;
  throw new InvalidArgumentError('Use one or two whole numbers of at least 1000.');
}

const start = performance.now();
function print(line: string): void {
  const seconds = Math.round((performance.now() - start) / 1_000);
  process.stdout.write(`${String(seconds).padStart(6)} s  ${line}\n`);
}

/** Loads a size, or reads what an earlier run measured when it loaded the size. */
async function open(
  url: string,
  size: LeagueSize,
): Promise<{ league: League; figures: Measured[] }> {
  const file =
    options.dataDirectory === undefined ? null : join(options.dataDirectory, 'loads.json');
  const stored: Record<string, Measured[]> =
    file !== null && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const { league, figures } = await openLeague(url, size, print);
  const name = new URL(league.databaseUrl).pathname;
  if (figures.length > 0) stored[name] = figures;
  if (file !== null) writeFileSync(file, JSON.stringify(stored));
  return { league, figures: stored[name] ?? [] };
}

/** Measures the services of all sizes. Returns figures by size. */
async function measureServices(
  leagues: readonly League[],
  onStart: (served: Served) => void,
): Promise<Measured[][]> {
  const served: Served[] = [];
  for (const league of leagues) {
    const withoutLimits = { INGEST_RATE_LIMIT: '0', SETTLEMENT_BUDGET: '0' };
    const environment = { DATABASE_URL: league.databaseUrl, ...withoutLimits };
    const one = { league, service: await startServer('service', environment) };
    onStart(one);
    served.push(one);
  }
  const requests = options.requests ?? REQUESTS[length];
  const figures = await measureReads(served, { requests, log: print });
  for (const [index, one] of served.entries()) {
    print(`writes of ${one.league.matches} matches`);
    figures[index]?.push(...(await measureWrites(one, { repeats: REPEATS[length] })), {
      ...{ name: 'Service: memory at its peak', unit: 'MB' },
      value: await one.service.megabytes('peak'),
    });
    await one.service.stop();
  }
  return figures;
}

async function measure(
  cluster: PostgresCluster,
  backends: Backends,
  onStart: (served: Served) => void,
) {
  const opened = [];
  for (const size of sizes) opened.push(await open(cluster.url, size));
  const leagues = opened.map(({ league }) => league);
  const services = await measureServices(leagues, onStart);
  const figures: Measured[][] = [];
  for (const [index, league] of leagues.entries()) {
    print(`upkeep of ${league.matches} matches`);
    const upkeep = await measureUpkeep(cluster, league);
    const megabytes = backends.peakMegabytes(league.names);
    figures.push([
      ...(opened[index]?.figures ?? []),
      ...(services[index] ?? []),
      ...upkeep,
      { name: 'PostgreSQL: private memory of a process at its peak', unit: 'MB', value: megabytes },
    ]);
  }
  return rowsOf(figures);
}

const length = options.short ? 'short' : 'full';
const matches = options.matches ?? SIZES[length];
const sizes = matches.map((count, index) => ({
  matches: count,
  members: options.members?.[index] ?? count,
}));
const cluster = await startPostgresCluster({
  version: 'installed',
  settings: STOCK,
  directory: options.dataDirectory === undefined ? undefined : resolve(options.dataDirectory),
});
const backends = watchBackends(cluster.url);
const running: Served[] = [];
let ending: Promise<void> | undefined;
let isInterrupted = false;

async function endAll(): Promise<void> {
  await Promise.all(running.map(({ service }) => service.stop()));
  await backends.stop();
  await cluster.stop();
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    isInterrupted = true;
    ending ??= endAll();
    void ending.finally(() => process.exit(130));
  });
}
try {
  const setting = await describeSetting(cluster.url);
  const rows = await measure(cluster, backends, (served) => running.push(served));
  const page = scalePage(setting, sizes, rows);
  process.stdout.write(`\n${page}`);
  if (options.page !== undefined) writeFileSync(options.page, page);
  if (options.json !== undefined)
    writeFileSync(options.json, JSON.stringify({ setting, sizes, rows }, null, 2));
  const missed = rows.filter((row) => isMet(row) === false);
  if (missed.length > 0 && !options.short) {
    process.stdout.write(`\nMissed: ${missed.map(({ name }) => name).join('; ')}\n`);
    process.exitCode = 1;
  }
} catch (error) {
  // What was under way fails when its database ends.
  if (!isInterrupted) throw error;
} finally {
  ending ??= endAll();
  await ending;
}
