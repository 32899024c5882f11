/** Something that is done over and over to see what it costs. */
export type Work = () => Promise<unknown>;

/**
 * The speed of a work as a share of another's, by the shortest turn of each: whatever else the machine
 * does makes a turn longer, and never shorter. The two take turns, so that both find a quiet moment.
 */
export async function shareOfSpeed(
  reference: Work,
  work: Work,
  { turns, repeats }: { turns: number; repeats: number },
): Promise<number> {
  let [ofReference, ofWork] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  // The first turns are those of the compiler.
  for (let turn = -5; turn < turns; turn += 1) {
    const passed = [
      await milliseconds(reference, repeats),
      await milliseconds(work, repeats),
    ] as const;
    if (turn < 0) continue;
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
