import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/schema.ts';
import { kinds } from './kinds.ts';

// Any number that no other lock of this kind has.
export const FOLDING = 4_113_402;

/** Whether this transaction may fold: no more than one does at a time, of all instances. */
export async function tryToFold(transaction: DatabaseTransaction): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${FOLDING}) as taken
  `.execute(transaction);
  return rows[0]?.taken === true;
}

/** How many moves wait to be folded, as far as the limit. */
export async function countMoves(database: Database, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select from standing_move limit ${limit}) as move
  `.execute(database);
  return rows[0]?.count ?? 0;
}

const columns = kinds.map(({ column }) => column);
const counts = kinds
  .map(
    ({ gender, isVerified, column }) => `coalesce(sum(change.players) filter (
      where change.gender = '${gender}' and change.is_vairified = ${isVerified}
    ), 0) as ${column}`,
  )
  .join(', ');
const counted = columns.map((column) => `counted.${column}`).join(', ');
const isLeftByAll = columns
  .map((column) => `tally.${column} + counted.${column} = 0`)
  .join(' and ');
const additions = columns
  .map((column) => `${column} = tally.${column} + counted.${column}`)
  .join(', ');

/**
 * Takes so many moves, and all others of the same players, into the standings and their tallies. One
 * statement: whoever reads meanwhile sees them either here or there.
 */
export async function foldMoves(transaction: DatabaseTransaction, limit: number): Promise<void> {
  await sql`
    with taken as (
      delete from standing_move
      where (member_number, ladder_id) in (
        select member_number, ladder_id from standing_move limit ${limit}
      )
      returning *
    ),
    change as materialized (
      select member_number, ladder_id, depth, games, is_vairified, gender, country, state, city,
        sum(players)::integer as players
      from taken
      group by member_number, ladder_id, depth, games, is_vairified, gender, country, state, city
      having sum(players) <> 0
    ),
    removed as (
      delete from standing using change as gone
      where gone.players < 0
        and standing.member_number = gone.member_number and standing.ladder_id = gone.ladder_id
        and not exists (
          select from change as came
          where came.players > 0
            and came.member_number = gone.member_number and came.ladder_id = gone.ladder_id
        )
    ),
    placed as (
      insert into standing
      select member_number, ladder_id, depth, games, is_vairified, gender, country, state, city
      from change where players > 0
      on conflict (member_number, ladder_id) do update set
        depth = excluded.depth,
        games = excluded.games,
        is_vairified = excluded.is_vairified,
        gender = excluded.gender,
        country = excluded.country,
        state = excluded.state,
        city = excluded.city
    ),
    counted as (
      select change.ladder_id, board.country, board.state, board.width,
        change.depth / board.width * board.width as depth, ${sql.raw(counts)}
      from change
      cross join lateral standing_boards(change.country, change.state) as board
      group by 1, 2, 3, 4, 5
    )
    merge into standing_tally as tally
    using counted
      on tally.ladder_id = counted.ladder_id
      and tally.country = counted.country
      and tally.state = counted.state
      and tally.width = counted.width
      and tally.depth = counted.depth
    when matched and ${sql.raw(isLeftByAll)} then delete
    when matched then update set ${sql.raw(additions)}
    when not matched then insert values (counted.ladder_id, counted.country, counted.state,
      counted.width, counted.depth, ${sql.raw(counted)})
  `.execute(transaction);
}

/** Gives back the room of moves that were folded, which every reader would go through otherwise. */
export async function clearFolded(database: Database): Promise<void> {
  await sql`vacuum standing_move`.execute(database);
}
