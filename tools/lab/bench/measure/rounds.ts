export interface Rounds {
  /** Rounds that are run first and not counted: code is compiled and caches fill. */
  warmUp: number;
  counted: number;
  /** Done before each round. */
  prepare?: () => Promise<void>;
}

/** Enough to see that contestants run. */
export const ONE_ROUND: Rounds = { warmUp: 0, counted: 1 };

/**
 * Measures contestants in rounds. Another one begins each round, so that whatever else the machine
 * does affects all alike. Returns what each measured, round by round.
 */
export async function measureInRounds<Name extends string>(
  { warmUp, counted, prepare = async () => {} }: Rounds,
  contestants: Record<Name, () => Promise<number>>,
): Promise<Record<Name, number>[]> {
  const names = Object.keys(contestants) as Name[];
  const rounds: Record<Name, number>[] = [];
  for (let round = 0; round < warmUp + counted; round += 1) {
    await prepare();
    const first = round % names.length;
    const measured: [Name, number][] = [];
    for (const name of [...names.slice(first), ...names.slice(0, first)]) {
      measured.push([name, await contestants[name]()]);
    }
    rounds.push(Object.fromEntries(measured) as Record<Name, number>);
  }
  return rounds.slice(warmUp);
}

export async function millisecondsOf(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}
