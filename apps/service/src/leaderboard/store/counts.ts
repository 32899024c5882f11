import { prepareStatement } from '../../platform/database/prepared-statement.ts';
import type { Database } from '../../platform/database/schema.ts';
import { type Board, SCOPES } from './board.ts';
import {
  boardValues,
  byScope,
  ladder,
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
/** How many depths the wider tallies take together. */
export const STRETCH = 100;

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
  const scope = talliedScope(board);
  const different = [...new Set(depths)];
  if (scope === null && different.length <= 2) return await countOnce(database, board, different);
  const values = [...boardValues(board), JSON.stringify([...different, BOTTOM])];
  const rows =
    scope === null
      ? await countMany[board.scope].run(database, values)
      : await countByTallies[scope].run(database, [...values, ...kindsOn(board)]);
  const above = new Map(rows.map((row) => [row.depth, row.above]));
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

/** The scope by which the board's tallies are found; null where it has none. */
export function talliedScope({ scope, minGames }: Board): TalliedScope | null {
  return scope === 'city' || minGames > 0 ? null : scope;
}

// Not an array: PostgreSQL guesses its length better where it is given, and would plan the statement
// anew at every use for the sake of that.
const marks = '(select value::integer as depth from json_array_elements_text($7::json)) as mark';

const players = playersOfKinds(8);

const countByTallies = byScope(TALLIED_SCOPES, (scope) =>
  prepareStatement<Count>(
    `board_tallies_${scope}`,
    `with stretch as materialized (
      select depth, ${players} as players from standing_tally where ${tallyOf(scope, String(STRETCH))}
    ),
    moved as materialized (
      select depth, players from standing_move where ${onBoard(scope, 'standing_move')}
    )
    select
      mark.depth,
      (
        select coalesce(sum(players), 0) from stretch where depth < mark.depth / ${STRETCH} * ${STRETCH}
      ) + (
        ${countWithinStretch(scope, players)}
      ) + (
        select coalesce(sum(players), 0) from moved where depth < mark.depth
      ) as above
    from ${marks}`,
  ),
);

/** SQL for how many players stand above `mark` in the stretch of the board it is in, as `above`. */
export function countWithinStretch(
  scope: TalliedScope,
  players: string,
  ladderId = ladder,
): string {
  const within = `depth >= mark.depth / ${STRETCH} * ${STRETCH} and depth < mark.depth`;
  return scope === 'state'
    ? `select count(*) as above from standing
        where ${onBoard(scope, 'standing', { ladderId })} and ${within}`
    : `select coalesce(sum(${players}), 0) as above from standing_tally
        where ${tallyOf(scope, '1', ladderId)} and ${within}`;
}

// The usual case: what is next to each other on a board needs two counts at most.
const countTwo = byScope(SCOPES, (scope) =>
  prepareStatement<{ total: number; first: number; second: number }>(
    `board_count_two_${scope}`,
    `select sum(total)::bigint as total, sum(first)::bigint as first, sum(second)::bigint as second
    from (
      select
        count(*) as total,
        count(*) filter (where depth < $7::integer) as first,
        count(*) filter (where depth < $8::integer) as second
      from standing
      where ${onBoard(scope, 'standing')}
      union all
      select
        coalesce(sum(players), 0),
        coalesce(sum(players) filter (where depth < $7), 0),
        coalesce(sum(players) filter (where depth < $8), 0)
      from standing_move
      where ${onBoard(scope, 'standing_move')}
    ) as counted`,
  ),
);

const countMany = byScope(SCOPES, (scope) =>
  prepareStatement<Count>(
    `board_count_many_${scope}`,
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
