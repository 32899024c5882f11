import { pruneRound } from '@partner-rating/service/src/privacy/retention.ts';
import { expectThat } from '../finding.ts';
import { operate } from '../world/network.ts';
import { type Action, upTo } from './action.ts';

/** The service deletes what is kept no longer, some rows at a time, and perhaps not to the end. */
export const prune: Action<{ rows: number; steps: number }> = {
  weight: 1.5,
  draw: (random) => ({ rows: 1 + upTo(random, 5), steps: 1 + upTo(random, 40) }),
  play: async (world, { rows, steps }) => {
    let deleted = 0;
    const failures: string[] = [];
    const { crashes } = world;
    await operate(world, async () => {
      let left = steps;
      await pruneRound(world.dependencies.database, {
        now: world.time.clock(),
        rowsPerChunk: rows,
        rest: async (step) => {
          deleted += step.deleted;
          left -= 1;
          return left > 0;
        },
        log: { debug: () => {}, error: (_facts, message) => void failures.push(message) },
      });
    });
    expectThat(failures.length === 0 || world.crashes > crashes, () => `${failures}`);
    return `The service deletes ${deleted} rows that are kept no longer.`;
  },
};
