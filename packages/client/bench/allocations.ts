import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { median, type Work } from './relative-speed.ts';

const warmUpCalls = 10_000;
const rounds = 21;
const callsOfRound = 40;

/**
 * The bytes of the heap that a work allocates, more than another does. Where memory is slow they are most of what a
 * call costs, and unlike its time they are about the same on every machine.
 */
export async function allocatedBytes(reference: Work, work: Work): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const ofReference = await allocated(reference, collect);
  return Math.round((await allocated(work, collect)) - ofReference);
}

/** The median of rounds that are too short for the collector to run within. */
async function allocated(work: Work, collect: () => void): Promise<number> {
  // The compiler leaves out some of what the first calls allocate.
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
