import { sql } from 'kysely';
import type { Database, DatabaseTransaction, RatingRow } from '../../database/schema.ts';

/** The ratings of the members, in these sports or in all. */
export async function loadRatings(
  database: Database,
  memberIds: readonly string[],
  sports: readonly string[] | null,
): Promise<RatingRow[]> {
  return await database
    .selectFrom('rating')
    .selectAll()
    .where('member_id', '=', sql<string>`any(${memberIds}::text[])`)
    .$if(sports !== null, (query) => query.where('sport', '=', sql<string>`any(${sports}::text[])`))
    .orderBy('member_id')
    .orderBy('sport')
    .orderBy('bracket')
    .execute();
}

/** Puts ratings in the place of those of the same member, sport and bracket. */
export async function saveRatings(
  transaction: DatabaseTransaction,
  rows: readonly RatingRow[],
): Promise<void> {
  await sql`
    insert into rating (
      member_id, sport, bracket, mu, sigma, rating, reliability, games, updated_at
    )
    select * from unnest(
      ${rows.map((row) => row.member_id)}::text[],
      ${rows.map((row) => row.sport)}::text[],
      ${rows.map((row) => row.bracket)}::text[],
      ${rows.map((row) => row.mu)}::double precision[],
      ${rows.map((row) => row.sigma)}::double precision[],
      ${rows.map((row) => row.rating)}::double precision[],
      ${rows.map((row) => row.reliability)}::double precision[],
      ${rows.map((row) => row.games)}::integer[],
      ${rows.map((row) => row.updated_at.toISOString())}::timestamptz[]
    )
    on conflict (member_id, sport, bracket) do update set
      mu = excluded.mu,
      sigma = excluded.sigma,
      rating = excluded.rating,
      reliability = excluded.reliability,
      games = excluded.games,
      updated_at = excluded.updated_at
  `.execute(transaction);
}
