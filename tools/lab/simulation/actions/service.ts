import { foldChunk } from '@partner-rating/service/src/leaderboards/fold-deltas.ts';
import { pick } from '@partner-rating/service/src/platform/random.ts';
import { pruneRound } from '@partner-rating/service/src/privacy/retention.ts';
import { settleSport } from '@partner-rating/service/src/ratings/settlement/settle-sport.ts';
import { expectThat } from '../finding.ts';
import { operate } from '../world/network.ts';
import { type Action, upTo } from './action.ts';
import { SPORTS } from './submit.ts';

const SECOND = 1_000;

/**
 * The service settles pending ratings of a sport in small chunks, and sometimes stops before the
 * end.
 */
export const settle: Action<{ sport: string; chunks: number; size: number }> = {
  weight: 7,
  draw: (random) => ({
    sport: pick(random, SPORTS),
    chunks: pick(random, [1, 2, 3, 100]),
    size: pick(random, [1, 3, 100]),
  }),
  play: async (world, { sport, chunks, size }) => {
    const sizes = { matchesPerChunk: size, playersPerChunk: size, matchesWhileAllWait: size };
    const outcome = await operate(world, async () => {
      const stopping = new AbortController();
      let left = chunks;
      const count = () => {
        left -= 1;
        if (left <= 0) stopping.abort();
      };
      const { signal } = stopping;
      const options = { sizes, signal, onProgress: count, onDifferences: count };
      return await settleSport(world.dependencies, sport, options);
    });
    return `The service settles ${sport} (${outcome}).`;
  },
};

/** The service applies pending changes to the leaderboards. */
export const foldBoards: Action<{ deltas: number }> = {
  weight: 5,
  draw: (random) => ({ deltas: pick(random, [1, 10, 10_000]) }),
  play: async (world, { deltas }) => {
    const folded = await operate(
      world,
      async () => await foldChunk(world.dependencies.database, deltas),
    );
    return `The service folds ${folded} of the changes of the boards.`;
  },
};

export const restart: Action<object> = {
  weight: 1,
  draw: () => ({}),
  play: async (world) => {
    await world.restart();
    return 'The service is restarted.';
  },
};

/** Time passes and nobody does anything. */
export const wait: Action<{ seconds: number }> = {
  weight: 5,
  draw: (random) => ({
    seconds: pick(random, [5, 40, 600, 3_700, 20_000, 90_000]) + upTo(random, 5),
  }),
  play: async (world, { seconds }) => {
    await world.time.pass(seconds * SECOND);
    return `${seconds} seconds pass.`;
  },
};

/** The service deletes expired rows in chunks, and sometimes stops before the end. */
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
