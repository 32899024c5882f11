// Folding merges the deltas, which are recent changes of ratings and members, into the standings and buckets of the boards.

import { type RawBuilder, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/schema.ts';
import { segments } from './board.ts';

// The number of the lock. No other lock has it.
const FOLDING = 4_113_402;

/** Locks folding for this transaction, if no other transaction of any instance folds. Returns whether it did. */
export async function tryLockFolding(transaction: DatabaseTransaction): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${FOLDING}) as taken
  `.execute(transaction);
  return rows[0]?.taken === true;
}

/** Locks folding for this transaction, after waiting for any other transaction that folds. */
export async function lockFolding(transaction: DatabaseTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(${FOLDING})`.execute(transaction);
}

/** Counts the deltas that wait to be folded, up to a limit. */
export async function countDeltas(database: Database, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select from standing_delta limit ${limit}) as delta
  `.execute(database);
  return rows[0]?.count ?? 0;
}

const columns = segments.map(({ column }) => column);

const counts = segments
  .map(
    ({ gender, isVerified, column }) => `coalesce(sum(change.players) filter (
      where change.gender = '${gender}' and change.is_vairified = ${isVerified}
    ), 0) as ${column}`,
  )
  .join(', ');

const counted = columns.map((column) => `counted.${column}`).join(', ');

const isLeftByAll = columns
  .map((column) => `bucket.${column} + counted.${column} = 0`)
  .join(' and ');

const additions = columns
  .map((column) => `${column} = bucket.${column} + counted.${column}`)
  .join(', ');

/** Merges this many deltas, and all others of the same players, into the standings and buckets. */
export async function foldDeltas(transaction: DatabaseTransaction, limit: number): Promise<void> {
  const some = sql`(member_number, ladder_id) in (
    select member_number, ladder_id from standing_delta limit ${limit}
  )`;
  await foldTaken(transaction, some);
}

/** Merges all deltas of the members into the standings and buckets. */
export async function foldDeltasOf(
  transaction: DatabaseTransaction,
  memberNumbers: readonly number[],
): Promise<void> {
  await foldTaken(transaction, sql`member_number = any(${memberNumbers}::bigint[])`);
}

// One statement, so that a reader sees each change once. The statement takes all deltas of a player in a bracket.
async function foldTaken(
  transaction: DatabaseTransaction,
  isTaken: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    with taken as (
      delete from standing_delta where ${isTaken}
      returning *
    ),
    change as materialized (
      select member_number, ladder_id, distance, games, is_vairified, gender, country, state, city,
        sum(players)::integer as players
      from taken
      group by member_number, ladder_id, distance, games, is_vairified, gender, country, state, city
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
      select member_number, ladder_id, distance, games, is_vairified, gender, country, state, city
      from change where players > 0
      on conflict (member_number, ladder_id) do update set
        distance = excluded.distance,
        games = excluded.games,
        is_vairified = excluded.is_vairified,
        gender = excluded.gender,
        country = excluded.country,
        state = excluded.state,
        city = excluded.city
    ),
    counted as (
      select change.ladder_id, board.country, board.state, board.width,
        change.distance / board.width * board.width as distance, ${sql.raw(counts)}
      from change
      cross join lateral standing_boards(change.country, change.state) as board
      group by 1, 2, 3, 4, 5
    )
    merge into standing_bucket as bucket
    using counted
      on bucket.ladder_id = counted.ladder_id
      and bucket.country = counted.country
      and bucket.state = counted.state
      and bucket.width = counted.width
      and bucket.distance = counted.distance
    when matched and ${sql.raw(isLeftByAll)} then delete
    when matched then update set ${sql.raw(additions)}
    when not matched then insert values (counted.ladder_id, counted.country, counted.state,
      counted.width, counted.distance, ${sql.raw(counted)})
  `.execute(transaction);
}

/** Frees the space of deltas that were folded. Otherwise every reader would read it. */
export async function clearFolded(database: Database): Promise<void> {
  await sql`vacuum standing_delta`.execute(database);
}

/**
 * Rebuilds standings and buckets from the ratings, for a database that was filled while its triggers were disabled.
 * Members and ratings are locked until it ends.
 */
export async function rebuildStandings(database: Database): Promise<void> {
  // Folding locks the deltas before the standings, and a rebuild the standings first. The lock avoids a deadlock.
  await sql`
    with held as materialized (select pg_advisory_xact_lock(${FOLDING}))
    select rebuild_standings() from held
  `.execute(database);
}
