import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../database/schema.ts';

/** Marks those of the members as verified who have this many rated games, of any sport. */
export async function verifyExperienced(
  transaction: DatabaseTransaction,
  memberIds: readonly string[],
  { bracket, games }: { bracket: string; games: number },
): Promise<void> {
  await transaction
    .updateTable('member')
    .set({ is_vairified: true })
    .where('id', '=', sql<string>`any(${memberIds}::text[])`)
    .where('is_vairified', '=', false)
    .where(
      (expression) =>
        expression
          .selectFrom('rating')
          .select((sum) => sum.fn.sum<number>('rating.games').as('games'))
          .whereRef('rating.member_id', '=', 'member.id')
          .where('rating.bracket', '=', bracket),
      '>=',
      games,
    )
    .execute();
}
