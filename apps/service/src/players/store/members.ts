import { type RawBuilder, sql } from 'kysely';
import type { Database, DatabaseTransaction, MemberRow } from '../../platform/database/schema.ts';

/**
 * The members with these ids and member numbers, each once, in no particular order; a claimed ghost
 * is the member it turned out to be, and who was erased is nobody.
 */
export async function findMembers(
  database: Database,
  { ids, numbers }: { ids: readonly string[]; numbers: readonly string[] },
): Promise<MemberRow[]> {
  if (ids.length === 0 && numbers.length === 0) return [];
  return await database
    .selectFrom('member')
    .selectAll()
    .where('erased_at', 'is', null)
    .where('id', '=', idsToday(database, { ids, numbers }))
    .execute();
}

/**
 * SQL for any of the ids that the named have today. An array, since PostgreSQL reads a small table whole to join it,
 * also for one member.
 */
export function idsToday(
  database: Database,
  { ids, numbers }: { ids: readonly string[]; numbers: readonly string[] },
): RawBuilder<string> {
  const named = database
    .selectFrom('member as named')
    .select(sql<string>`coalesce(named.merged_into, named.id)`.as('id'))
    .where((expression) =>
      expression.or([
        expression('named.id', '=', sql<string>`any(${ids}::text[])`),
        expression('named.member_number', '=', sql<number>`any(${numbers}::bigint[])`),
      ]),
    );
  return sql<string>`any(array${named})`;
}

/** Keeps the member from being erased until the transaction ends; false where that has happened. */
export async function lockAgainstErasure(
  transaction: DatabaseTransaction,
  memberId: string,
): Promise<boolean> {
  const member = await transaction
    .selectFrom('member')
    .select('id')
    .where('id', '=', memberId)
    .where('erased_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst();
  return member !== undefined;
}
