import { prepareStatement } from '../../platform/database/prepared-statement.ts';
import type { Database } from '../../platform/database/schema.ts';
import type { Board, Standing } from './board.ts';
import {
  boardValues,
  byScope,
  ladder,
  onBoard,
  TALLIED_SCOPES,
  type TalliedScope,
  tallyOf,
} from './board-conditions.ts';
import { countBoard, countWithinStretch, STRETCH, talliedScope } from './counts.ts';
import { kindsOn, playersOfKinds } from './kinds.ts';
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
  const scope = talliedScope(board);
  if (scope === null) return await countRank(database, board, memberNumber);
  const values = [...boardValues(board), memberNumber, ...kindsOn(board)];
  const [ranked] = await rankByTallies[scope].run(database, values);
  return ranked;
}

async function countRank(
  database: Database,
  board: Board,
  memberNumber: number,
): Promise<Ranked | undefined> {
  const standing = await findStanding(database, board, memberNumber);
  if (standing === undefined) return undefined;
  const { total, above } = await countBoard(database, board, [standing.depth]);
  return { ...standing, total, above: above.get(standing.depth) ?? 0 };
}

const players = playersOfKinds(8);
// Looked up once, since a rank is so little work that every part of the statement tells.
const ladderId = 'asked.id';

const rankByTallies = byScope(TALLIED_SCOPES, (scope) =>
  prepareStatement<Ranked>(
    `board_rank_${scope}`,
    `select
      mark.member_number as "memberNumber",
      mark.depth,
      stretches.above + within.above + moved.above as above,
      stretches.total + moved.total as total
    from ${ladder} as asked
    cross join lateral (
      select member_number, depth
      from (
        select member_number, depth, 1 as players from standing
        where member_number = $7::bigint and ${onBoard(scope, 'standing', { ladderId })}
        union all
        select member_number, depth, players from standing_move
        where member_number = $7 and ${onBoard(scope, 'standing_move', { ladderId })}
      ) as noted
      group by member_number, depth
      having sum(players) > 0
    ) as mark
    cross join lateral (
      ${sumOfTallies(scope)}
    ) as stretches
    cross join lateral (
      ${countWithinStretch(scope, players, ladderId)}
    ) as within
    cross join lateral (
      select
        coalesce(sum(players), 0)::bigint as total,
        coalesce(sum(players) filter (where depth < mark.depth), 0)::bigint as above
      from standing_move where ${onBoard(scope, 'standing_move', { ladderId })}
    ) as moved`,
  ),
);

function sumOfTallies(scope: TalliedScope): string {
  const isAbove = `depth < mark.depth / ${STRETCH} * ${STRETCH}`;
  return `select
      coalesce(sum(${players}), 0) as total,
      coalesce(sum(${players}) filter (where ${isAbove}), 0) as above
    from standing_tally where ${tallyOf(scope, String(STRETCH), ladderId)}`;
}
