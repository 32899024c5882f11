import { prepareStatement } from '../../platform/database/prepared-statement.ts';
import type { Database } from '../../platform/database/schema.ts';
import type { Board } from './board.ts';
import {
  BUCKETED_SCOPES,
  boardValues,
  bucketsOf,
  byScope,
  deltas,
  onBoard,
} from './board-conditions.ts';
import { BUCKET_WIDTH, bucketedScope } from './counts.ts';
import { playersOfSegments, segmentsOn } from './segments.ts';

/** Where a part of a board begins, and how many players stand above it. */
export interface Bucket {
  distance: number;
  above: number;
}

const EVERYWHERE = { from: 0, to: 2_147_483_647 };

/**
 * Where to begin to read a board to pass over so many players: the narrowest bucket with buckets
 * that the player after them is in. Null where there are no more players; the top of the board where
 * it has no buckets.
 */
export async function findBucket(
  database: Database,
  board: Board,
  offset: number,
): Promise<Bucket | null> {
  const scope = bucketedScope(board);
  if (scope === null) return { distance: 0, above: 0 };
  const find = async (
    width: 1 | typeof BUCKET_WIDTH,
    within: typeof EVERYWHERE,
    passed: number,
  ) => {
    const [bucket] = await selectBucket[scope].run(database, [
      ...boardValues(board),
      width,
      within.from,
      within.to,
      offset - passed,
      ...segmentsOn(board),
    ]);
    return bucket === undefined
      ? null
      : { distance: bucket.distance, above: passed + bucket.above };
  };
  const wide = await find(BUCKET_WIDTH, EVERYWHERE, 0);
  if (wide === null || scope === 'state') return wide;
  return await find(1, { from: wide.distance, to: wide.distance + BUCKET_WIDTH }, wide.above);
}

const selectBucket = byScope(BUCKETED_SCOPES, (scope) =>
  prepareStatement<Bucket>(
    `board_bucket_${scope}`,
    `select distance, above::bigint
    from (
      select
        distance,
        sum(players) as players,
        sum(sum(players)) over (order by distance) - sum(players) as above
      from (
        select distance, ${playersOfSegments(12)} as players from standing_bucket
        where ${bucketsOf(scope, '$8::integer')} and distance >= $9::integer and distance < $10::integer
        union all
        select distance / $8 * $8, players from ${deltas} as standing_delta
        where ${onBoard(scope, 'standing_delta')} and distance >= $9 and distance < $10
      ) as counted
      group by distance
    ) as bucket
    where above <= $11::bigint and above + players > $11`,
  ),
);
