import { sql } from 'kysely';
import type { Database, MemberRow } from '../../database/schema.ts';

/** The members with these ids and member numbers, in no particular order. */
export async function findMembers(
  database: Database,
  { ids, numbers }: { ids: readonly string[]; numbers: readonly string[] },
): Promise<MemberRow[]> {
  if (ids.length === 0 && numbers.length === 0) return [];
  return await database
    .selectFrom('member')
    .selectAll()
    .where((expression) =>
      expression.or([
        expression('id', '=', sql<string>`any(${ids}::text[])`),
        expression('member_number', '=', sql<number>`any(${numbers}::bigint[])`),
      ]),
    )
    .execute();
}
