import { sql } from 'kysely';
import type { Database } from '../../../src/platform/database/schema.ts';

/**
 * Returns the contents of the database as text: each row as the database writes it (bytes in hexadecimal),
 * and each value of bytes also in base64 and as characters.
 */
export async function dumpDatabase(database: Database): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema')
    order by table_name
  `.execute(database);
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ line: string } & Record<string, unknown>>`
      select *, "dumped"::text as line from ${sql.table(name)} as "dumped"
    `.execute(database);
    texts.push(`-- ${name}`, ...rows.flatMap(({ line, ...row }) => [line, ...bytesOf(row)]));
  }
  return texts.join('\n');
}

function bytesOf(row: Record<string, unknown>): string[] {
  return Object.values(row).flatMap((value) => {
    if (!(value instanceof Uint8Array)) return [];
    const bytes = Buffer.from(value);
    return [bytes.toString('base64'), bytes.toString('base64url'), bytes.toString('latin1')];
  });
}
