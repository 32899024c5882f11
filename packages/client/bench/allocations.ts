import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { median, type Work } from './relative-speed.ts';

const warmUpCalls = 10_000;
const rounds = 21;
const callsOfRound = 40;

/**
 * Returns how many more bytes of the heap a call of `work` allocates than a call of `reference`. Unlike the time of a call, this
 * number is about the same on every machine.
 */
export async function allocatedBytes(reference: Work, work: Work): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const ofReference = await allocated(reference, collect);
  return Math.round((await allocated(work, collect)) - ofReference);
}

/** Returns the median of rounds that are too short for a garbage collection. */
async function allocated(work: Work, collect: () => void): Promise<number> {
  // The first calls allocate more, until the optimizer has compiled the function.
  for (let index = 0; index < warmUpCalls; index += 1) await work();
  const measured: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    collect();
    const before = process.memoryUsage().heapUsed;
    for (let index = 0; index < callsOfRound; index += 1) await work();
    measured.push((process.memoryUsage().heapUsed - before) / callsOfRound);
  }
  return median(measured);
}
