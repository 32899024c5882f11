// The benchmark of a rebuild: its speed, its memory, and how long live batches wait during it. An earlier version of the rebuild
// (servers/earlier-rebuild.ts) is measured for comparison.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { BenchmarkContext, Figure } from '../benchmark.ts';
import { copyLeague } from './copy-league.ts';
import type { Rebuilt } from './rebuilding.ts';
import { figuresOf, type LoadSizes, loadService, measureBeside } from './service-under-load.ts';

// Two batches at a time, of ten matches each.
const LIVE = { matches: 10, lanes: 2 };

interface RebuildSizes extends LoadSizes {
  maxPlayed: number;
  /** For each compared rebuild, the factor by which its model multiplies sigma. */
  rebuilds: readonly number[];
}

/** Measures a rebuild by a model that changes every state, while batches of the sport arrive. */
export async function measureRebuild(
  context: BenchmarkContext,
  { matches, maxPlayed, rebuilds, idleMilliseconds }: RebuildSizes,
): Promise<Figure[]> {
  const { log } = context;
  const played = Math.min(matches, maxPlayed);
  const service = await loadService(context, played);
  const { database, databaseUrl } = service;
  await copyLeague(database, Math.round(matches / played) - 1);
  // Not measured: these two rebuilds compute the missing ratings of the players that `copyLeague` copied.
  await rebuild('rebuild', databaseUrl, 1);
  await rebuild('earlier-rebuild', databaseUrl, 1);
  const rebuilt: Record<Program, Rebuilt[]> = { rebuild: [], 'earlier-rebuild': [] };
  // In turn, so that both have the same conditions.
  for (const factor of rebuilds) {
    for (const program of ['rebuild', 'earlier-rebuild'] as const) {
      const each = await rebuild(program, databaseUrl, factor);
      log(`${program}: ${describeRebuilt(each)}`);
      rebuilt[program].push(each);
    }
  }

  const compared = await measureBeside(
    context,
    { ...service, ...LIVE, idleMilliseconds },
    async () => {
      const beside = await rebuild('rebuild', databaseUrl, 1.002);
      log(`during the batches: ${describeRebuilt(beside)}`);
    },
  );
  await service.stop();
  return [
    ...figuresOf(`a rebuild of ${matches} matches`, compared),
    {
      name: 'rebuild / earlier version of it: matches a second',
      value: rateOf(rebuilt.rebuild) / rateOf(rebuilt['earlier-rebuild']),
      goal: { atLeast: 5 },
    },
    {
      name: 'rebuild / earlier version of it: growth of the memory from the start to the peak',
      value: memoryOf(rebuilt.rebuild) / memoryOf(rebuilt['earlier-rebuild']),
      goal: { atMost: 1 / 3 },
    },
  ];
}

type Program = 'rebuild' | 'earlier-rebuild';

/** Runs a rebuild in its own process, as an operator does. */
async function rebuild(name: Program, databaseUrl: string, factor: number): Promise<Rebuilt> {
  const program = fileURLToPath(new URL(`../servers/${name}.ts`, import.meta.url));
  const child = fork(program, [String(factor)], {
    // The flag of the operator's command.
    execArgv: name === 'rebuild' ? ['--heap-growing-percent=100'] : [],
    env: { ...process.env, DATABASE_URL: databaseUrl },
  });
  const [rebuilt] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('The rebuild failed.'))),
  ])) as [Rebuilt];
  return rebuilt;
}

/** Returns the matches per second of all rebuilds together. */
function rateOf(rebuilt: readonly Rebuilt[]): number {
  const matches = rebuilt.reduce((sum, each) => sum + each.matches, 0);
  return (1_000 * matches) / rebuilt.reduce((sum, each) => sum + each.milliseconds, 0);
}

/** Returns the largest growth of the memory from the start of a rebuild to its peak, in kilobytes. */
function memoryOf(rebuilt: readonly Rebuilt[]): number {
  return Math.max(
    ...rebuilt.map(({ idleKilobytes, peakKilobytes }) => peakKilobytes - idleKilobytes),
  );
}

function describeRebuilt(rebuilt: Rebuilt): string {
  const { matches, steps, idleKilobytes, peakKilobytes } = rebuilt;
  const inMegabytes = (kilobytes: number) => Math.round(kilobytes / 1_000);
  return [
    `${matches} matches, ${steps} steps, ${Math.round(rateOf([rebuilt]))} matches a second`,
    `${inMegabytes(idleKilobytes)} MB at the start, ${inMegabytes(peakKilobytes)} MB at the peak`,
  ].join(', ');
}
