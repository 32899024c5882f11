import { type Expression, type SqlBool, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/schema.ts';

/** How many rated games in this bracket, of all sports together. */
export interface Experience {
  bracket: string;
  games: number;
}

/** Marks those of the members as verified who have this much experience; a ghost never is. */
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

/** Those of the members who have this much experience. */
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

/** Takes the mark back from those of the members who have not this much experience. */
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
