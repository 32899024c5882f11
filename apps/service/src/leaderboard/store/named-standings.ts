import { CompiledQuery } from 'kysely';
import { nameFits } from '../../members/search/store/name-fits.ts';
import type { Database } from '../../platform/database/schema.ts';
import type { Board, Standing } from './board.ts';
import { boardValues, exceptions, onBoard } from './board-conditions.ts';
import { current } from './net-deltas.ts';
import { nextStandings } from './next-standings.ts';
import type { PageRange } from './standings.ts';

// Planned at every use, unlike the rest: how best to find a name depends on the name.
const isBelow = '(distance, member_number) > ($8::integer, $9::bigint)';
const page = `
  order by distance, member_number
  limit $11::integer offset $10::integer`;

export interface NamedRange extends PageRange {
  /** They fit the names of those who are shown. */
  tokens: readonly string[];
}

/**
 * The players below a place of the board whose names the tokens fit, the next one first. They are
 * found by the words of names that the most selective of them may fit; whom nobody else finds has no words there.
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

/** The same, met by going down the board, past so many players at most. */
export async function filterNamed(
  database: Database,
  board: Board,
  range: NamedRange,
  entries: number,
): Promise<Standing[]> {
  const inOrder = 'order by distance, member_number';
  const limit = '$13::integer';
  const next = nextStandings(board.scope, { isNext: isBelow, order: inOrder, limit });
  // Fenced, so that members are looked up one by one, in order, until the page is full.
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
