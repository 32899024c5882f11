import type { Database } from '@partner-rating/service/src/platform/database/schema.ts';
import { type RawBuilder, sql } from 'kysely';

/**
 * Copies all players and matches of a database this many times. The copies have no players in common. Only the ledger is copied, so a
 * rebuild must compute the ratings of the copies.
 */
export async function copyLeague(database: Database, copies: number): Promise<void> {
  const named = (column: string, copy: number) => {
    const name = sql.ref(column);
    // The copy's number replaces the part of the identifier that is its time.
    return sql`overlay(${name} placing ${String(copy).padStart(4, 'z')} from 5 for 4)`;
  };
  for (let copy = 1; copy <= copies; copy += 1) {
    const id = named('id', copy);
    const memberId = named('member_id', copy);
    await insertCopies(database, 'member', { id, email: sql`null` });
    await insertCopies(database, 'match', { id, identifier: sql`identifier || ${` ${copy}`}` });
    await insertCopies(database, 'match_participant', {
      match_id: named('match_id', copy),
      member_id: memberId,
      arrival: sql`(select arrival from match where match.id = ${named('match_id', copy)})`,
    });
  }
  await sql`vacuum analyze`.execute(database);
}

/** Inserts a copy of each original row, with other values in some columns. */
async function insertCopies(
  database: Database,
  table: 'member' | 'match' | 'match_participant',
  values: Readonly<Record<string, RawBuilder<unknown>>>,
): Promise<void> {
  const { rows: columns } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = ${table}
      and is_identity = 'NO' and is_generated = 'NEVER'
    order by ordinal_position
  `.execute(database);
  const key = table === 'match_participant' ? 'member_id' : 'id';
  await sql`
    insert into ${sql.table(table)} (${sql.join(columns.map(({ name }) => sql.ref(name)))})
    select ${sql.join(columns.map(({ name }) => values[name] ?? sql.ref(name)))}
    from ${sql.table(table)}
    where ${sql.ref(key)} not like '___\_z%'
    order by ${table === 'match' ? sql`arrival` : sql.ref(key)}
  `.execute(database);
}
