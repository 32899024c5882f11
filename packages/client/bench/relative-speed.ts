/** Work to measure, repeated many times. */
export type Work = () => Promise<unknown>;

/**
 * The speed of a work as a share of another's, by the shortest round of each: other load makes a round
 * longer, and never shorter. The rounds are interleaved, so that both have quiet moments.
 */
export async function relativeSpeed(
  reference: Work,
  work: Work,
  { rounds, repeats }: { rounds: number; repeats: number },
): Promise<number> {
  let [ofReference, ofWork] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  // The first rounds warm up the compiler.
  for (let round = -5; round < rounds; round += 1) {
    const passed = [
      await milliseconds(reference, repeats),
      await milliseconds(work, repeats),
    ] as const;
    if (round < 0) continue;
    ofReference = Math.min(ofReference, passed[0]);
    ofWork = Math.min(ofWork, passed[1]);
  }
  return ofReference / ofWork;
}

async function milliseconds(work: Work, repeats: number): Promise<number> {
  const startedAt = performance.now();
  for (let index = 0; index < repeats; index += 1) await work();
  return performance.now() - startedAt;
}
