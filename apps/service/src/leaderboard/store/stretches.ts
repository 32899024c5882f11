import { prepareStatement } from '../../platform/database/prepared-statement.ts';
import type { Database } from '../../platform/database/schema.ts';
import type { Board } from './board.ts';
import { boardValues, byScope, onBoard, TALLIED_SCOPES, tallyOf } from './board-conditions.ts';
import { STRETCH, talliedScope } from './counts.ts';
import { kindsOn, playersOfKinds } from './kinds.ts';

/** Where a part of a board begins, and how many players stand above it. */
export interface Stretch {
  depth: number;
  above: number;
}

const EVERYWHERE = { from: 0, to: 2_147_483_647 };

/**
 * Where to begin to read a board to pass over so many players: the narrowest stretch with tallies
 * that the player after them is in. Null where there are no more players; the top of the board where
 * it has no tallies.
 */
export async function findStretch(
  database: Database,
  board: Board,
  offset: number,
): Promise<Stretch | null> {
  const scope = talliedScope(board);
  if (scope === null) return { depth: 0, above: 0 };
  const find = async (width: 1 | typeof STRETCH, within: typeof EVERYWHERE, passed: number) => {
    const [stretch] = await selectStretch[scope].run(database, [
      ...boardValues(board),
      width,
      within.from,
      within.to,
      offset - passed,
      ...kindsOn(board),
    ]);
    return stretch === undefined ? null : { depth: stretch.depth, above: passed + stretch.above };
  };
  const wide = await find(STRETCH, EVERYWHERE, 0);
  if (wide === null || scope === 'state') return wide;
  return await find(1, { from: wide.depth, to: wide.depth + STRETCH }, wide.above);
}

const selectStretch = byScope(TALLIED_SCOPES, (scope) =>
  prepareStatement<Stretch>(
    `board_stretch_${scope}`,
    `select depth, above::bigint
    from (
      select
        depth,
        sum(players) as players,
        sum(sum(players)) over (order by depth) - sum(players) as above
      from (
        select depth, ${playersOfKinds(11)} as players from standing_tally
        where ${tallyOf(scope, '$7::integer')} and depth >= $8::integer and depth < $9::integer
        union all
        select depth / $7 * $7, players from standing_move
        where ${onBoard(scope, 'standing_move')} and depth >= $8 and depth < $9
      ) as counted
      group by depth
    ) as stretch
    where above <= $10::bigint and above + players > $10`,
  ),
);
