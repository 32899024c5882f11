import { prepareStatement } from '../../platform/database/prepared-statement.ts';
import type { Database } from '../../platform/database/schema.ts';
import type { Board, Standing } from './board.ts';
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
import { BUCKET_WIDTH, bucketedScope, countBoard, countWithinBucket } from './counts.ts';
import { playersOfSegments, segmentsOn } from './segments.ts';
import { findStanding } from './standings.ts';

export interface Ranked extends Standing {
  /** How many players of the board stand above. */
  above: number;
  /** How many players are on the board. */
  total: number;
}

/** Where the member stands on the board, exact at any size; undefined where not on it. */
export async function findRank(
  database: Database,
  board: Board,
  memberNumber: number,
): Promise<Ranked | undefined> {
  const scope = bucketedScope(board);
  if (scope === null) return await countRank(database, board, memberNumber);
  const values = [...boardValues(board), memberNumber, ...segmentsOn(board)];
  const [ranked] = await rankByBuckets[scope].run(database, values);
  return ranked;
}

async function countRank(
  database: Database,
  board: Board,
  memberNumber: number,
): Promise<Ranked | undefined> {
  const standing = await findStanding(database, board, memberNumber);
  if (standing === undefined) return undefined;
  const { total, above } = await countBoard(database, board, [standing.distance]);
  return { ...standing, total, above: above.get(standing.distance) ?? 0 };
}

const players = playersOfSegments(9);
// Looked up once, since a rank is so little work that every part of the statement counts.
const ladderId = 'asked.id';

const rankByBuckets = byScope(BUCKETED_SCOPES, (scope) =>
  prepareStatement<Ranked>(
    `board_rank_${scope}`,
    `select
      mark.member_number as "memberNumber",
      mark.distance,
      buckets.above + within.above + delta.above as above,
      buckets.total + delta.total as total
    from ${ladder} as asked
    cross join lateral (
      select member_number, distance
      from (
        select member_number, distance, 1 as players from standing
        where member_number = $8::bigint and ${onBoard(scope, 'standing', { ladderId })}
        union all
        select member_number, distance, players from ${deltas} as standing_delta
        where member_number = $8 and ${onBoard(scope, 'standing_delta', { ladderId })}
      ) as noted
      group by member_number, distance
      having sum(players) > 0
    ) as mark
    cross join lateral (
      ${sumOfBuckets(scope)}
    ) as buckets
    cross join lateral (
      ${countWithinBucket(scope, players, ladderId)}
    ) as within
    cross join lateral (
      select
        coalesce(sum(players), 0)::bigint as total,
        coalesce(sum(players) filter (where distance < mark.distance), 0)::bigint as above
      from ${deltas} as standing_delta where ${onBoard(scope, 'standing_delta', { ladderId })}
    ) as delta`,
  ),
);

function sumOfBuckets(scope: BucketedScope): string {
  const isAbove = `distance < mark.distance / ${BUCKET_WIDTH} * ${BUCKET_WIDTH}`;
  return `select
      coalesce(sum(${players}), 0) as total,
      coalesce(sum(${players}) filter (where ${isAbove}), 0) as above
    from standing_bucket where ${bucketsOf(scope, String(BUCKET_WIDTH), ladderId)}`;
}
