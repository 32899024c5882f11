export interface Rounds {
  /** Warm-up rounds that do not count: code is compiled and caches fill. */
  warmUp: number;
  counted: number;
  /** Runs before each round. */
  prepare?: () => Promise<void>;
}

/** Enough to show that the contestants work. */
export const ONE_ROUND: Rounds = { warmUp: 0, counted: 1 };

/**
 * Measures contestants in rounds. Each round starts with a different one, so that noise of the
 * machine affects all equally. Returns the measurements of each contestant by round.
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
