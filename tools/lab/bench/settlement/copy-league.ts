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
    await insertCopies(database, 'member', { id, email: sql`null` });
    await insertCopies(database, 'match', { id, identifier: sql`identifier || ${` ${copy}`}` });
    await sql`
      insert into match_participant (
        match_date, arrival, member_number, team, position, is_confirmed
      )
      select
        participant.match_date, copied_match.arrival, copied_member.member_number, team, position,
        is_confirmed
      from match_participant as participant
      join match using (arrival)
      join match as copied_match on copied_match.id = ${named('match.id', copy)}
      join member using (member_number)
      join member as copied_member on copied_member.id = ${named('member.id', copy)}
      where ${isOriginal(sql`match.id`)}
      order by copied_match.arrival
    `.execute(database);
  }
  await sql`vacuum analyze`.execute(database);
}

const isOriginal = (id: RawBuilder<unknown>) => sql`${id} not like '___\_z%'`;

/** Inserts a copy of each original row, with other values in some columns. */
async function insertCopies(
  database: Database,
  table: 'member' | 'match',
  values: Readonly<Record<string, RawBuilder<unknown>>>,
): Promise<void> {
  const { rows: columns } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = ${table}
      and is_identity = 'NO' and is_generated = 'NEVER'
    order by ordinal_position
  `.execute(database);
  await sql`
    insert into ${sql.table(table)} (${sql.join(columns.map(({ name }) => sql.ref(name)))})
    select ${sql.join(columns.map(({ name }) => values[name] ?? sql.ref(name)))}
    from ${sql.table(table)}
    where ${isOriginal(sql`id`)}
    order by ${sql.ref(table === 'match' ? 'arrival' : 'id')}
  `.execute(database);
}
