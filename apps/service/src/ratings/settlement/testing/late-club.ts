import { batchOf, matchOf, onDay } from '../../../matches/testing/batches.ts';
import { handle, openClub } from '../../../matches/testing/story.ts';
import type { DatabaseKind } from '../../../testing/test-database.ts';
import type { ChunkSizes } from '../pace.ts';

/** One match or one player at a time. */
export const oneByOne: ChunkSizes = {
  matchesPerChunk: 1,
  playersPerChunk: 1,
  matchesWhileAllWait: 1,
};

const MATCHES = 6;

/** Opens a club that reported six matches, and then one that was played before them. A settlement folds all seven. */
export async function openLateClub(kind: DatabaseKind) {
  const opened = await openClub(kind);
  const { club, mike, priya, daniel, sofia } = opened;
  for (let match = MATCHES; match > 0; match -= 1) {
    const teams =
      match % 2 === 0
        ? [[mike], [priya]]
        : [
            [priya, daniel],
            [mike, sofia],
          ];
    await handle(club, batchOf([matchOf(`in order ${match}`, teams, onDay(match))]));
  }
  const late = matchOf('late', [[mike], [priya]], onDay(MATCHES + 1));
  const { matches } = await handle(club, batchOf([late]));
  let now = club.dependencies.clock().getTime();
  const clock = () => new Date(now);
  const wait = (milliseconds: number) => {
    now += milliseconds;
  };
  const dependencies = { ...club.dependencies, clock };
  return { ...opened, dependencies, wait, lateId: matches[0]?.id ?? '' };
}

/** Returns options with which a settlement stops after this many chunks. */
export function endAfter(chunks: number) {
  const controller = new AbortController();
  let left = chunks;
  const onChunk = () => {
    left -= 1;
    if (left === 0) controller.abort();
  };
  return { signal: controller.signal, onProgress: onChunk, onDifferences: onChunk };
}
