import { prepareStatement } from '../../platform/database/prepared-statement.ts';
import type { Database } from '../../platform/database/schema.ts';
import { type Board, SCOPES, type Scope, type Standing } from './board.ts';
import { boardValues, byScope, onBoard } from './board-conditions.ts';
import { current } from './net-deltas.ts';
import { nextStandings } from './next-standings.ts';

/** Where the member stands on the board; undefined where not on it. */
export async function findStanding(
  database: Database,
  board: Board,
  memberNumber: number,
): Promise<Standing | undefined> {
  const values = [...boardValues(board), memberNumber];
  const [standing] = await selectStanding[board.scope].run(database, values);
  return standing;
}

const selectStanding = byScope(SCOPES, (scope) =>
  prepareStatement<Standing>(
    `standing_${scope}`,
    `select member_number as "memberNumber", distance
    from (${current('member_number = $8::bigint')}) as standing
    where ${onBoard(scope, 'standing')}`,
  ),
);

export interface PageRange {
  /** Start after this standing; before it when going up. */
  from: Standing;
  /** How many players to pass over from there. */
  skip: number;
  limit: number;
}

/** The players below a position of the board, the next one first. */
export async function findBelow(
  database: Database,
  board: Board,
  range: PageRange,
): Promise<Standing[]> {
  return await selectBelow[board.scope].run(database, rangeValues(board, range));
}

/** The players above a position of the board, the next one first. */
export async function findAbove(
  database: Database,
  board: Board,
  range: PageRange,
): Promise<Standing[]> {
  return await selectAbove[board.scope].run(database, rangeValues(board, range));
}

function rangeValues(board: Board, { from, skip, limit }: PageRange): unknown[] {
  return [...boardValues(board), from.distance, from.memberNumber, skip, limit];
}

const selectBelow = byScope(SCOPES, (scope) =>
  prepareStatement<Standing>(`board_below_${scope}`, selectNext(scope, '>', 'asc')),
);
const selectAbove = byScope(SCOPES, (scope) =>
  prepareStatement<Standing>(`board_above_${scope}`, selectNext(scope, '<', 'desc')),
);

function selectNext(scope: Scope, side: '<' | '>', direction: 'asc' | 'desc'): string {
  const order = `order by distance ${direction}, member_number ${direction}`;
  const next = nextStandings(scope, {
    isNext: `(distance, member_number) ${side} ($8::integer, $9::bigint)`,
    order,
    limit: '$10::integer + $11::integer',
  });
  return `
    select member_number as "memberNumber", distance
    from (${next}) as standing
    ${order}
    limit $11 offset $10`;
}
