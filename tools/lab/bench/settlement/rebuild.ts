import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { BenchmarkContext, Figure } from '../benchmark.ts';
import { copyLeague } from './copy-league.ts';
import type { Rebuilt } from './rebuilding.ts';
import { figuresOf, type LoadSizes, loadService, measureBeside } from './service-under-load.ts';

const LIVE = { matches: 10, lanes: 2 };

interface RebuildSizes extends LoadSizes {
  maxPlayed: number;
  /** By how much less sure each of the rebuilds that are compared is. */
  rebuilds: readonly number[];
}

/** A rebuild by another model, of which every step comes out otherwise, while the sport goes on being played. */
export async function measureRebuild(
  context: BenchmarkContext,
  { matches, maxPlayed, rebuilds, idleMilliseconds }: RebuildSizes,
): Promise<Figure[]> {
  const { log } = context;
  const played = Math.min(matches, maxPlayed);
  const service = await loadService(context, played);
  const { database, databaseUrl } = service;
  await copyLeague(database, Math.round(matches / played) - 1);
  // The first ones give the copies their ratings.
  await rebuild('rebuild', databaseUrl, 1);
  await rebuild('earlier-rebuild', databaseUrl, 1);
  const rebuilt: Record<Program, Rebuilt[]> = { rebuild: [], 'earlier-rebuild': [] };
  // One after the other, so that neither has the better moment.
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
      log(`beside them: ${describeRebuilt(beside)}`);
    },
  );
  await service.stop();
  return [
    ...figuresOf(`a rebuild of ${matches} matches`, compared),
    {
      name: 'rebuild / the earlier one: matches a second',
      value: rateOf(rebuilt.rebuild) / rateOf(rebuilt['earlier-rebuild']),
      goal: { atLeast: 5 },
    },
    {
      name: 'rebuild / the earlier one: memory at its peak, more than at its start',
      value: memoryOf(rebuilt.rebuild) / memoryOf(rebuilt['earlier-rebuild']),
      goal: { atMost: 1 / 3 },
    },
  ];
}

type Program = 'rebuild' | 'earlier-rebuild';

/** In a process of its own, as the operator runs it. */
async function rebuild(name: Program, databaseUrl: string, factor: number): Promise<Rebuilt> {
  const program = fileURLToPath(new URL(`../servers/${name}.ts`, import.meta.url));
  const child = fork(program, [String(factor)], {
    // As a command of the operator.
    execArgv: name === 'rebuild' ? ['--heap-growing-percent=100'] : [],
    env: { ...process.env, DATABASE_URL: databaseUrl },
  });
  const [rebuilt] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('The rebuild failed.'))),
  ])) as [Rebuilt];
  return rebuilt;
}

/** Matches a second, of all of them together. */
function rateOf(rebuilt: readonly Rebuilt[]): number {
  const matches = rebuilt.reduce((sum, each) => sum + each.matches, 0);
  return (1_000 * matches) / rebuilt.reduce((sum, each) => sum + each.milliseconds, 0);
}

/** At its peak more than at its start, whichever of them took most. */
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
