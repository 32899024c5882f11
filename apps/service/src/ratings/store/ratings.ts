import { sql } from 'kysely';
import { arrayLiteral } from '../../platform/database/array-literal.ts';
import type { Database, DatabaseTransaction, RatingRow } from '../../platform/database/schema.ts';

/** The ratings of the members in these sports, looked up whatever is known of the table. */
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

/** Everybody who has a rating in the sport. */
export async function findRatedMembers(database: Database, sport: string): Promise<string[]> {
  const rows = await database
    .selectFrom('rating')
    .select('member_id')
    .distinct()
    .where('sport', '=', sport)
    .execute();
  return rows.map((row) => row.member_id);
}

/** Takes ratings away. */
export async function removeRatings(
  transaction: DatabaseTransaction,
  ratings: readonly { memberId: string; sport: string; bracket: string }[],
): Promise<void> {
  if (ratings.length === 0) return;
  await sql`
    delete from rating
    using unnest(
      ${ratings.map(({ memberId }) => memberId)}::text[],
      ${ratings.map(({ sport }) => sport)}::text[],
      ${ratings.map(({ bracket }) => bracket)}::text[]
    ) as removed (member_id, sport, bracket)
    where rating.member_id = removed.member_id and rating.sport = removed.sport
      and rating.bracket = removed.bracket
  `.execute(transaction);
}

/** Puts ratings in the place of those of the same member, sport and bracket. */
export async function upsertRatings(
  transaction: DatabaseTransaction,
  rows: readonly RatingRow[],
): Promise<void> {
  await sql`
    insert into rating (
      member_id, sport, bracket, mu, sigma, rating, reliability, games, last_played_at, updated_at
    )
    select * from unnest(
      ${arrayLiteral(rows.map((row) => row.member_id))}::text[],
      ${arrayLiteral(rows.map((row) => row.sport))}::text[],
      ${arrayLiteral(rows.map((row) => row.bracket))}::text[],
      ${arrayLiteral(rows.map((row) => row.mu))}::double precision[],
      ${arrayLiteral(rows.map((row) => row.sigma))}::double precision[],
      ${arrayLiteral(rows.map((row) => row.rating))}::double precision[],
      ${arrayLiteral(rows.map((row) => row.reliability))}::double precision[],
      ${arrayLiteral(rows.map((row) => row.games))}::integer[],
      ${arrayLiteral(rows.map((row) => row.last_played_at?.toISOString() ?? null))}::timestamptz[],
      ${arrayLiteral(rows.map((row) => row.updated_at.toISOString()))}::timestamptz[]
    )
    on conflict (member_id, sport, bracket) do update set
      mu = excluded.mu,
      sigma = excluded.sigma,
      rating = excluded.rating,
      reliability = excluded.reliability,
      games = excluded.games,
      last_played_at = excluded.last_played_at,
      updated_at = excluded.updated_at
  `.execute(transaction);
}
