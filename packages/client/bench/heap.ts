import type { Fetch } from '../src/index.ts';
import { baseUrl } from './calls.ts';
import { median } from './relative-speed.ts';

const calls = 5_000;

/**
 * Returns how many bytes of the heap a waiting call holds, not counting the promise of `fetch`. Needs
 * `--expose-gc`.
 */
export async function heapOfCall(start: (fetch: Fetch) => () => Promise<unknown>): Promise<number> {
  // Holds the calls, as the platform holds its open requests.
  const waiting = new Set<() => void>();
  const fetch: Fetch = () =>
    new Promise((_, reject) => {
      waiting.add(() => reject(new Error('The measurement is over.')));
    });
  const ofCall = await heapOf(start(fetch), waiting);
  return Math.round(ofCall - (await heapOf(() => fetch(baseUrl, {}), waiting)));
}

async function heapOf(start: () => Promise<unknown>, waiting: Set<unknown>): Promise<number> {
  const measured: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    waiting.clear();
    const held = new Array<Promise<unknown> | undefined>(calls).fill(undefined);
    const before = usedBytes();
    for (let index = 0; index < calls; index += 1) held[index] = start();
    // Now every call waits for its response.
    await new Promise(setImmediate);
    measured.push((usedBytes() - before) / held.length);
    // A client with its own timers would end the process.
    for (const call of held) call?.catch(() => undefined);
  }
  waiting.clear();
  return median(measured);
}

function usedBytes(): number {
  if (!globalThis.gc) throw new Error('Start node with --expose-gc.');
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}
