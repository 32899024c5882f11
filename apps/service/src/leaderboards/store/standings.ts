import { CompiledQuery } from 'kysely';
import { nameFits } from '../../members/search/store/search-conditions.ts';
import { prepareStatement } from '../../platform/database/prepared-statement.ts';
import type { Database } from '../../platform/database/schema.ts';
import { type Board, SCOPES, type Scope, type Standing } from './board.ts';
import {
  boardValues,
  byScope,
  current,
  exceptions,
  netDeltas,
  onBoard,
} from './board-conditions.ts';

interface NextStandings {
  /** SQL for the condition that a standing comes next, by `distance` and `member_number`. */
  isNext: string;
  order: string;
  /** SQL for how many standings to read of each segment. An index has those of a segment in order. */
  limit: string;
}

const segment = { gender: 'asked_gender', verified: 'asked_verified' };

/**
 * Returns SQL for the next standings of a board, at least `limit` if the board has as many: those of the index that are
 * still valid, and the few that replace others. It reads only rows of the page, also far down and for a rare segment.
 */
function nextStandings(scope: Scope, { isNext, order, limit }: NextStandings): string {
  return `
    with delta as materialized (${netDeltas})
    select held.member_number, held.distance
    from unnest($3::text[]) as asked_gender
    cross join unnest($4::boolean[]) as asked_verified
    cross join lateral (
      select member_number, distance from standing
      where ${onBoard(scope, 'standing', { segment })}
        and ${isNext}
        and member_number not in (select member_number from delta where players < 0)
      ${order}
      limit ${limit}
    ) as held
    union all
    select member_number, distance from delta
    where players > 0 and ${onBoard(scope, 'delta')} and ${isNext}`;
}

/** Returns the position of the member on the board. Undefined if the member is not on it. */
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

interface PageRange {
  /** The page starts after this standing, or before it when it goes up. */
  from: Standing;
  /** How many players to skip from there. */
  skip: number;
  limit: number;
}

/** Returns the players below a position of the board, the next one first. */
export async function findBelow(
  database: Database,
  board: Board,
  range: PageRange,
): Promise<Standing[]> {
  return await selectBelow[board.scope].run(database, rangeValues(board, range));
}

/** Returns the players above a position of the board, the next one first. */
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

// These statements are planned at every use, because the best plan depends on the name.
const isBelow = '(distance, member_number) > ($8::integer, $9::bigint)';

const page = `
  order by distance, member_number
  limit $11::integer offset $10::integer`;

export interface NamedRange extends PageRange {
  /** All of them must fit the name of a player. */
  tokens: readonly string[];
}

/**
 * Returns the players below a position of the board whose names the tokens fit, the next one first. It finds them by the
 * words that one of the tokens fits. `member_word` does not have hidden players, so it checks these one by one.
 */
export async function sortNamed(
  database: Database,
  board: Board,
  range: NamedRange,
  words: readonly string[],
): Promise<Standing[]> {
  const text = `
    with named as materialized (
      select member.member_number from member
      where ${nameFits('$12::text[]')} and member.member_number in (
        select member_word.member_number from member_word where word = any($13::text[])
        union all
        select member_number from ${exceptions}
      )
    )
    select member_number as "memberNumber", distance
    from (${current('member_number in (select member_number from named)')}) as standing
    where ${onBoard(board.scope, 'standing')} and ${isBelow}
    ${page}`;
  return await run(database, board, range, words, text);
}

/** Does the same by reading at most the given number of players of the board, from the position down. */
export async function filterNamed(
  database: Database,
  board: Board,
  range: NamedRange,
  entries: number,
): Promise<Standing[]> {
  const inOrder = 'order by distance, member_number';
  const limit = '$13::integer';
  const next = nextStandings(board.scope, { isNext: isBelow, order: inOrder, limit });
  // `offset 0` makes PostgreSQL look up the members one by one, in order, until the page is full.
  const text = `
    select member_number as "memberNumber", distance
    from (
      select member_number, distance from (${next}) as candidate ${inOrder} limit ${limit}
    ) as standing
    cross join lateral (
      select from member
      where member.member_number = standing.member_number and ${nameFits('$12::text[]')}
      offset 0
    ) as named
    ${page}`;
  return await run(database, board, range, entries, text);
}

async function run(
  database: Database,
  board: Board,
  { from, skip, limit, tokens }: NamedRange,
  cost: unknown,
  text: string,
): Promise<Standing[]> {
  const values = [
    ...boardValues(board),
    from.distance,
    from.memberNumber,
    skip,
    limit,
    tokens,
    cost,
  ];
  const { rows } = await database.executeQuery<Standing>(CompiledQuery.raw(text, values));
  return rows;
}
