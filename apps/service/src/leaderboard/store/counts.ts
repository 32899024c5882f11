import { prepareStatement } from '../../database/prepared-statement.ts';
import type { Database } from '../../database/schema.ts';
import { type Board, SCOPES } from './board.ts';
import {
  boardValues,
  byScope,
  onBoard,
  TALLIED_SCOPES,
  type TalliedScope,
  tallyOf,
} from './board-conditions.ts';
import { kindsOn, playersOfKinds } from './kinds.ts';

interface Count {
  depth: number;
  above: number;
}

// Deeper than anybody, so that everybody is above.
const BOTTOM = 2_147_483_647;

export interface BoardCount {
  total: number;
  /** How many players stand above each depth asked for. */
  above: ReadonlyMap<number, number>;
}

/** How many players are on a board, and how many of them above some depths: exact at any size. */
export async function countBoard(
  database: Database,
  board: Board,
  depths: readonly number[],
): Promise<BoardCount> {
  const depthsToMark = [...new Set([...depths, BOTTOM])];
  const scope = talliedScope(board);
  const values = [...boardValues(board), JSON.stringify(depthsToMark)];
  const rows =
    scope === null
      ? await countOneByOne[board.scope].run(database, values)
      : await countByTallies[scope].run(database, [...values, kindsOn(board)]);
  const above = new Map(rows.map((row) => [row.depth, row.above]));
  return { total: above.get(BOTTOM) ?? 0, above };
}

/** The scope by which the board's tallies are found; null where it has none. */
export function talliedScope({ scope, minGames }: Board): TalliedScope | null {
  return scope === 'city' || minGames > 0 ? null : scope;
}

// Not an array: PostgreSQL guesses its length better where it is given, and would plan the statement
// anew at every use for the sake of that.
const marks = '(select value::integer as depth from json_array_elements_text($7::json)) as mark';

const players = playersOfKinds('$8::integer[]');

const countByTallies = byScope(TALLIED_SCOPES, (scope) =>
  prepareStatement<Count>(
    `board_tallies_${scope}`,
    `with stretch as materialized (
      select depth, ${players} as players from standing_tally where ${tallyOf(scope, '100')}
    )
    select
      mark.depth,
      (
        select coalesce(sum(players), 0) from stretch where depth < mark.depth / 100 * 100
      ) + (
        ${countWithinStretch(scope)}
      ) + (
        select coalesce(sum(players), 0) from standing_move
        where ${onBoard(scope, 'standing_move')} and depth < mark.depth
      ) as above
    from ${marks}`,
  ),
);

function countWithinStretch(scope: TalliedScope): string {
  const within = 'depth >= mark.depth / 100 * 100 and depth < mark.depth';
  return scope === 'state'
    ? `select count(*) from standing where ${onBoard(scope, 'standing')} and ${within}`
    : `select coalesce(sum(${players}), 0) from standing_tally
        where ${tallyOf(scope, '1')} and ${within}`;
}

const countOneByOne = byScope(SCOPES, (scope) =>
  prepareStatement<Count>(
    `board_count_${scope}`,
    `with counted as materialized (
      select depth, sum(players) as players
      from (
        select depth, 1 as players from standing where ${onBoard(scope, 'standing')}
        union all
        select depth, players from standing_move where ${onBoard(scope, 'standing_move')}
      ) as player
      group by depth
    )
    select
      mark.depth,
      (
        select coalesce(sum(players), 0) from counted where counted.depth < mark.depth
      )::bigint as above
    from ${marks}`,
  ),
);
