import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { median, type Work } from './relative-speed.ts';

const warmUpCalls = 10_000;
const rounds = 21;
// One measurement can be several hundred bytes off, so the median of three counts.
const pairs = 3;
const callsOfRound = 40;

/**
 * Returns how many more bytes of the heap a call of `work` allocates than a call of `reference`. Unlike the time of a call, this
 * number is about the same on every machine.
 */
export async function allocatedBytes(reference: Work, work: Work): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const differences: number[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    const ofReference = await allocated(reference, collect);
    differences.push((await allocated(work, collect)) - ofReference);
  }
  return Math.round(median(differences));
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
