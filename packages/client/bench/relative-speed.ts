/** The function to measure, called many times. */
export type Work = () => Promise<unknown>;

/**
 * Returns the speed of a function as a share of the speed of another function: the median of many short rounds. Each
 * round runs both functions, so that other load slows down both alike, and they take turns to run first.
 */
export async function relativeSpeed(
  reference: Work,
  work: Work,
  { rounds, repeats }: { rounds: number; repeats: number },
): Promise<number> {
  const shares: number[] = [];
  // The first rounds warm up the compiler.
  for (let round = -10; round < rounds; round += 1) {
    const isFirst = round % 2 === 0;
    const before = isFirst ? await milliseconds(reference, repeats) : 0;
    const ofWork = await milliseconds(work, repeats);
    const ofReference = isFirst ? before : await milliseconds(reference, repeats);
    if (round >= 0) shares.push(ofReference / ofWork);
  }
  return median(shares);
}

/** Returns the median of an odd number of values. */
export function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

async function milliseconds(work: Work, repeats: number): Promise<number> {
  const startedAt = performance.now();
  for (let index = 0; index < repeats; index += 1) await work();
  return performance.now() - startedAt;
}
