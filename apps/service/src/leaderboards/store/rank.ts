import { prepareStatement } from '../../platform/database/prepared-statement.ts';
import type { Database } from '../../platform/database/schema.ts';
import { type Board, playersOfSegments, type Standing, segmentsOn } from './board.ts';
import {
  BUCKETED_SCOPES,
  type BucketedScope,
  boardValues,
  bucketsOf,
  byScope,
  deltas,
  onBoard,
} from './board-conditions.ts';
import { BUCKET_WIDTH, bucketedScope, countBoard, countWithinBucket } from './counts.ts';
import { findStanding } from './standings.ts';

export interface Ranked extends Standing {
  /** How many players of the board are above. */
  above: number;
  /** How many players are on the board. */
  total: number;
}

/** Returns the rank of the member on the board, exact at any size. Undefined if the member is not on it. */
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

/**
 * Returns where the member stands on each board, in the order of the boards. Boards with buckets that differ only in
 * their sport and bracket share one statement, because an embedded database needs more CPU for a statement than for
 * a rank.
 */
export async function findRanks(
  database: Database,
  boards: readonly Board[],
  memberNumber: number,
): Promise<(Ranked | undefined)[]> {
  const found = new Map<Board, Ranked | undefined>();
  const alike = Map.groupBy(boards, (board) =>
    JSON.stringify({ ...board, sport: '', bracket: '' }),
  );
  for (const group of alike.values()) {
    const scope = group[0] === undefined ? null : bucketedScope(group[0]);
    if (scope !== null && group.length > 1) {
      const ranks = await findRanksOfLadders(database, scope, group, memberNumber);
      for (const [index, board] of group.entries()) found.set(board, ranks[index]);
    } else {
      for (const board of group) found.set(board, await findRank(database, board, memberNumber));
    }
  }
  return boards.map((board) => found.get(board));
}

async function findRanksOfLadders(
  database: Database,
  scope: BucketedScope,
  boards: readonly Board[],
  memberNumber: number,
): Promise<(Ranked | undefined)[]> {
  const [board] = boards;
  if (board === undefined) return [];
  const sport = boards.map((one) => one.sport).join(' ');
  const bracket = boards.map((one) => one.bracket).join(' ');
  const values = [...boardValues({ ...board, sport, bracket }), memberNumber, ...segmentsOn(board)];
  const rows = await ranksByBuckets[scope].run(database, values);
  const found = new Map(rows.map(({ index, ...ranked }) => [index, ranked]));
  return boards.map((_, index) => found.get(index));
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

// The ladder is looked up once, because each part of such a small statement costs noticeable time.
const ladderId = 'asked.id';

const rankByBuckets = byScope(BUCKETED_SCOPES, (scope) =>
  prepareStatement<Ranked>(
    `board_rank_${scope}`,
    selectRanks(scope, 'select id from ladder where sport = $1 and bracket = $2'),
  ),
);

// The index is the position of the ladder in the lists of sports and brackets, which are separated by spaces.
const ranksByBuckets = byScope(BUCKETED_SCOPES, (scope) =>
  prepareStatement<Ranked & { index: number }>(
    `board_ranks_${scope}`,
    selectRanks(
      scope,
      `select ladder.id, (named.ordinal - 1)::integer as index
      from unnest(string_to_array($1, ' '), string_to_array($2, ' ')) with ordinality
        as named (sport, bracket, ordinal)
      join ladder on ladder.sport = named.sport and ladder.bracket = named.bracket`,
      'asked.index,',
    ),
  ),
);

/** Returns SQL for where the member `$8` stands on the boards of the ladders that `ladders` selects. */
function selectRanks(scope: BucketedScope, ladders: string, columns = ''): string {
  return `select
      ${columns}
      mark.member_number as "memberNumber",
      mark.distance,
      buckets.above + within.above + delta.above as above,
      buckets.total + delta.total as total
    from (${ladders}) as asked
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
    ) as delta`;
}

function sumOfBuckets(scope: BucketedScope): string {
  const isAbove = `distance < mark.distance / ${BUCKET_WIDTH} * ${BUCKET_WIDTH}`;
  return `select
      coalesce(sum(${players}), 0) as total,
      coalesce(sum(${players}) filter (where ${isAbove}), 0) as above
    from standing_bucket where ${bucketsOf(scope, String(BUCKET_WIDTH), ladderId)}`;
}
