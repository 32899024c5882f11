import { sql } from 'kysely';
import type { Database, MemberRow } from '../../database/schema.ts';

/** Members by what a partner calls them: a `mem_…` id or a member number, each kept as sent. */
export async function findMembersByReference(
  database: Database,
  references: readonly string[],
): Promise<Map<string, MemberRow>> {
  const ids = references.filter((reference) => reference.startsWith('mem_'));
  const numbers = references.filter((reference) => /^[1-9]\d{0,14}$/.test(reference)).map(Number);
  if (ids.length === 0 && numbers.length === 0) return new Map();
  const rows = await database
    .selectFrom('member')
    .selectAll()
    .where((expression) =>
      expression.or([
        expression('id', '=', sql<string>`any(${ids}::text[])`),
        expression('member_number', '=', sql<number>`any(${numbers}::bigint[])`),
      ]),
    )
    .execute();
  const byName = new Map(
    rows.flatMap((row) => [
      [row.id, row],
      [String(row.member_number), row],
    ]),
  );
  return new Map(
    references.flatMap((reference) => {
      const row = byName.get(reference);
      return row === undefined ? [] : [[reference, row]];
    }),
  );
}
