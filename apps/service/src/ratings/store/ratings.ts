import { type Expression, type SqlBool, sql } from 'kysely';
import { arrayLiteral } from '../../platform/database/prepared-statement.ts';
import { tableOf } from '../../platform/database/rows.ts';
import type { Database, DatabaseTransaction, RatingRow } from '../../platform/database/schema.ts';

/** Finds the ratings of the members in these sports. `offset 0` keeps the plan the same without statistics. */
export async function loadRatings(
  database: Database,
  memberIds: readonly string[],
  sports: readonly string[],
): Promise<RatingRow[]> {
  const { rows } = await sql<RatingRow>`
    select rating.*
    from unnest(${arrayLiteral(memberIds)}::text[]) as asked (member_id)
    cross join lateral (
      select * from rating
      where member_id = asked.member_id and sport = any(${arrayLiteral(sports)}::text[])
      offset 0
    ) as rating
    order by member_id, sport, bracket
  `.execute(database);
  return rows;
}

/** Finds all members who have a rating in the sport. */
export async function findRatedMembers(database: Database, sport: string): Promise<string[]> {
  const rows = await database
    .selectFrom('rating')
    .select('member_id')
    .distinct()
    .where('sport', '=', sport)
    .execute();
  return rows.map((row) => row.member_id);
}

export async function removeRatings(
  transaction: DatabaseTransaction,
  ratings: readonly { memberId: string; sport: string; bracket: string }[],
): Promise<void> {
  if (ratings.length === 0) return;
  await sql`
    delete from rating
    using ${tableOf('removed', ratings, { memberId: 'text', sport: 'text', bracket: 'text' })}
    where rating.member_id = removed."memberId" and rating.sport = removed.sport
      and rating.bracket = removed.bracket
  `.execute(transaction);
}

export async function upsertRatings(
  transaction: DatabaseTransaction,
  rows: readonly RatingRow[],
): Promise<void> {
  await sql`
    insert into rating (
      member_id, sport, bracket, mu, sigma, direction, partner, open_difference,
      rating, reliability, games, last_played_at, updated_at
    )
    select * from ${tableOf('item', rows, {
      member_id: 'text',
      sport: 'text',
      bracket: 'text',
      mu: 'double precision',
      sigma: 'double precision',
      direction: 'double precision',
      partner: 'bigint',
      open_difference: 'double precision',
      rating: 'double precision',
      reliability: 'double precision',
      games: 'integer',
      last_played_at: 'timestamptz',
      updated_at: 'timestamptz',
    })}
    on conflict (member_id, sport, bracket) do update set
      mu = excluded.mu,
      sigma = excluded.sigma,
      direction = excluded.direction,
      partner = excluded.partner,
      open_difference = excluded.open_difference,
      rating = excluded.rating,
      reliability = excluded.reliability,
      games = excluded.games,
      last_played_at = excluded.last_played_at,
      updated_at = excluded.updated_at
  `.execute(transaction);
}

/** A number of rated games in this bracket, in all sports together. */
interface Experience {
  bracket: string;
  games: number;
}

/** Gives the mark for five rated games to the members who have this much experience, except ghosts. */
export async function verifyExperienced(
  transaction: DatabaseTransaction,
  memberIds: readonly string[],
  experience: Experience,
): Promise<void> {
  await transaction
    .updateTable('member')
    .set({ is_vairified: true })
    .where('id', '=', sql<string>`any(${memberIds}::text[])`)
    .where('is_vairified', '=', false)
    .where('is_ghost', '=', false)
    .where(isExperienced(experience))
    .execute();
}

/** Finds which of the members have this much experience. */
export async function findExperienced(
  database: Database,
  memberIds: readonly string[],
  experience: Experience,
): Promise<string[]> {
  const rows = await database
    .selectFrom('member')
    .select('id')
    .where('id', '=', sql<string>`any(${memberIds}::text[])`)
    .where(isExperienced(experience))
    .execute();
  return rows.map(({ id }) => id);
}

/** Removes the mark for five rated games from the members who have less experience. */
export async function withdrawVerification(
  transaction: DatabaseTransaction,
  memberIds: readonly string[],
  experience: Experience,
): Promise<void> {
  await transaction
    .updateTable('member')
    .set({ is_vairified: false })
    .where('id', '=', sql<string>`any(${memberIds}::text[])`)
    .where('is_vairified', '=', true)
    .where((expression) => expression.not(isExperienced(experience)))
    .execute();
}

function isExperienced({ bracket, games }: Experience): Expression<SqlBool> {
  return sql<boolean>`(
    select coalesce(sum(rating.games), 0) from rating
    where rating.member_id = member.id and rating.bracket = ${bracket}
  ) >= ${games}`;
}

/**
 * Locks the sports together with others. Every transaction that adds matches of these sports to the ledger or voids one,
 * and each chunk of a settlement, takes this lock first. Such transactions do not wait for each other here, but they and
 * transactions with the exclusive lock do.
 */
export async function lockRatingsShared(
  transaction: DatabaseTransaction,
  sports: readonly string[],
): Promise<void> {
  await sql`
    select pg_advisory_xact_lock_shared(${lockNumber}) from ${inOrder(sports)}
  `.execute(transaction);
}

/**
 * Locks the sports, so that nobody else rates them until the transaction ends. A player's answer to a
 * result and a claim take this lock first, and a settlement when it begins and when it publishes.
 */
export async function lockRatingsExclusive(
  transaction: DatabaseTransaction,
  sports: readonly string[],
): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(${lockNumber}) from ${inOrder(sports)}
  `.execute(transaction);
}

const lockNumber = sql`hashtextextended('ratings of ' || sport, 0)`;

// Always in the same order, so that two transactions with the same sports cannot deadlock.
function inOrder(sports: readonly string[]) {
  return sql`unnest(${[...new Set(sports)].toSorted()}::text[]) as held (sport)`;
}

/**
 * Returns the revision of the model that the ratings follow from. Before the first match, it stores and returns the given one.
 */
export async function findModelRevision(database: Database, current: number): Promise<number> {
  const stored = await readRevision(database);
  if (stored !== undefined) return stored;
  await sql`
    insert into rating_model (revision) select ${current}::integer
    where not exists (select from match)
    on conflict (single) do nothing
  `.execute(database);
  return (await readRevision(database)) ?? current;
}

async function readRevision(database: Database): Promise<number | undefined> {
  const row = await database.selectFrom('rating_model').select('revision').executeTakeFirst();
  return row?.revision;
}

/** Stores that all ratings follow from this model. */
export async function setModelRevision(database: Database, revision: number): Promise<void> {
  await database
    .insertInto('rating_model')
    .values({ single: true, revision })
    .onConflict((conflict) => conflict.column('single').doUpdateSet({ revision }))
    .execute();
}
