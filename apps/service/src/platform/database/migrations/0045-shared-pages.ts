import { type Kysely, sql } from 'kysely';

// Players who show a page of their ratings to anybody who knows its address.
const statement = `
  create table shared_page (
    member_id text primary key references member,
    address text not null unique,
    created_at timestamptz not null
  )
`;

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql.raw(statement).execute(database);
}
