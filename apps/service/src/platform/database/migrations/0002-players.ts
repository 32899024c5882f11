import { type Kysely, sql } from 'kysely';
import { nameColumns } from './0002-name-columns.ts';

interface Player {
  id: string;
  first_name: string;
  last_name: string;
  city: string | null;
}

// Members are found and shown by what follows from their names, and a ghost that was claimed
// points to the member it turned out to be.
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create extension if not exists pg_trgm`.execute(database);
  await sql`
    alter table member
      add column display_name text,
      add column name_folded text,
      add column name_order text,
      add column city_folded text,
      add column merged_into text references member
  `.execute(database);
  await fillNameColumns(database);
  await sql`
    alter table member
      alter column display_name set not null,
      alter column name_folded set not null,
      alter column name_order set not null
  `.execute(database);
  await sql`
    create index member_merged_into on member (merged_into) where merged_into is not null
  `.execute(database);
}

const ROWS_A_STATEMENT = 5_000;

async function fillNameColumns(database: Kysely<unknown>): Promise<void> {
  for (let after = ''; ; ) {
    const { rows } = await sql<Player>`
      select id, first_name, last_name, city from member
      where id > ${after} order by id limit ${ROWS_A_STATEMENT}
    `.execute(database);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
    const columns = rows.map((row) => ({ id: row.id, ...nameColumns(row) }));
    await sql`
      update member set
        display_name = item.display_name,
        name_folded = item.name_folded,
        name_order = item.name_order,
        city_folded = item.city_folded
      from jsonb_to_recordset(${JSON.stringify(columns)}::jsonb) as item (
        id text, display_name text, name_folded text, name_order text, city_folded text
      )
      where member.id = item.id
    `.execute(database);
  }
}
