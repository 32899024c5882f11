import { prepareStatement } from '../../platform/database/prepared-statement.ts';
import type { Database } from '../../platform/database/schema.ts';
import { type Board, playersOfSegments, SCOPES, segmentsOn } from './board.ts';
import {
  BUCKETED_SCOPES,
  type BucketedScope,
  boardValues,
  bucketsOf,
  byScope,
  deltas,
  ladder,
  onBoard,
} from './board-conditions.ts';

interface Count {
  distance: number;
  above: number;
}

// A distance below every player, so that all players are above it.
const BOTTOM = 2_147_483_647;

/** How many distances a wide bucket covers. A bucket is a stored count of the players in a range of distances. */
export const BUCKET_WIDTH = 100;

interface BoardCount {
  total: number;
  /** How many players are above each distance. */
  above: ReadonlyMap<number, number>;
}

/** Counts the players on a board, and those above some distances. The counts are exact at any size. */
export async function countBoard(
  database: Database,
  board: Board,
  distances: readonly number[],
): Promise<BoardCount> {
  const scope = bucketedScope(board);
  const different = [...new Set(distances)];
  if (scope === null && different.length <= 2) return await countOnce(database, board, different);
  const values = [...boardValues(board), JSON.stringify([...different, BOTTOM])];
  const rows =
    scope === null
      ? await countMany[board.scope].run(database, values)
      : await countByBuckets[scope].run(database, [...values, ...segmentsOn(board)]);
  const above = new Map(rows.map((row) => [row.distance, row.above]));
  return { total: above.get(BOTTOM) ?? 0, above };
}

async function countOnce(
  database: Database,
  board: Board,
  [first = BOTTOM, second = BOTTOM]: readonly number[],
): Promise<BoardCount> {
  const values = [...boardValues(board), first, second];
  const [count] = await countTwo[board.scope].run(database, values);
  if (count === undefined) throw new Error('A count is always one row.');
  const above = new Map([
    [first, count.first],
    [second, count.second],
  ]);
  return { total: count.total, above };
}

/** Returns the scope by which the board's buckets are found. Null if it has no buckets. */
export function bucketedScope({ scope, minGames }: Board): BucketedScope | null {
  return scope === 'city' || minGames > 0 ? null : scope;
}

// JSON, because PostgreSQL would plan the statement again for each length of an array.
const marks = '(select value::integer as distance from json_array_elements_text($8::json)) as mark';

const players = playersOfSegments(9);

const countByBuckets = byScope(BUCKETED_SCOPES, (scope) =>
  prepareStatement<Count>(
    `board_buckets_${scope}`,
    `with bucket as materialized (
      select distance, ${players} as players from standing_bucket where ${bucketsOf(scope, String(BUCKET_WIDTH))}
    ),
    delta as materialized (
      select distance, players from ${deltas} as standing_delta where ${onBoard(scope, 'standing_delta')}
    )
    select
      mark.distance,
      (
        select coalesce(sum(players), 0) from bucket where distance < mark.distance / ${BUCKET_WIDTH} * ${BUCKET_WIDTH}
      ) + (
        ${countWithinBucket(scope, players)}
      ) + (
        select coalesce(sum(players), 0) from delta where distance < mark.distance
      ) as above
    from ${marks}`,
  ),
);

/** Returns SQL that counts the players above `mark` within its own bucket, as `above`. */
export function countWithinBucket(
  scope: BucketedScope,
  players: string,
  ladderId = ladder,
): string {
  const within = `distance >= mark.distance / ${BUCKET_WIDTH} * ${BUCKET_WIDTH} and distance < mark.distance`;
  return scope === 'state'
    ? `select count(*) as above from standing
        where ${onBoard(scope, 'standing', { ladderId })} and ${within}`
    : `select coalesce(sum(${players}), 0) as above from standing_bucket
        where ${bucketsOf(scope, '1', ladderId)} and ${within}`;
}

// For the usual case: players next to each other on a board need two counts at most.
const countTwo = byScope(SCOPES, (scope) =>
  prepareStatement<{ total: number; first: number; second: number }>(
    `board_count_two_${scope}`,
    `select sum(total)::bigint as total, sum(first)::bigint as first, sum(second)::bigint as second
    from (
      select
        count(*) as total,
        count(*) filter (where distance < $8::integer) as first,
        count(*) filter (where distance < $9::integer) as second
      from standing
      where ${onBoard(scope, 'standing')}
      union all
      select
        coalesce(sum(players), 0),
        coalesce(sum(players) filter (where distance < $8), 0),
        coalesce(sum(players) filter (where distance < $9), 0)
      from ${deltas} as standing_delta
      where ${onBoard(scope, 'standing_delta')}
    ) as counted`,
  ),
);

const countMany = byScope(SCOPES, (scope) =>
  prepareStatement<Count>(
    `board_count_many_${scope}`,
    `with counted as materialized (
      select distance, sum(players) as players
      from (
        select distance, 1 as players from standing where ${onBoard(scope, 'standing')}
        union all
        select distance, players from ${deltas} as standing_delta where ${onBoard(scope, 'standing_delta')}
      ) as player
      group by distance
    )
    select
      mark.distance,
      (
        select coalesce(sum(players), 0) from counted where counted.distance < mark.distance
      )::bigint as above
    from ${marks}`,
  ),
);

/** Where a part of a board begins, and how many players are above it. */
interface Bucket {
  distance: number;
  above: number;
}

const EVERYWHERE = { from: 0, to: 2_147_483_647 };

/**
 * Returns where to begin to read a board in order to skip so many players: at the narrowest bucket of the player after
 * them, or at the top if the board has no buckets. Null if the board has no more players.
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
