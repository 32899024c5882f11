import { type Kysely, sql } from 'kysely';

// No row: which database it is, is noted by the first start.
const statement = `
  create table database_incarnation (
    single boolean primary key default true check (single),
    system_identifier text,
    timeline text,
    database_oid bigint not null,
    table_oid bigint not null,
    sequence_floor bigint not null default 0
  )
`;

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql.raw(statement).execute(database);
}
