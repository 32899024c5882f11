import { type Kysely, sql } from 'kysely';

const statements = [
  `create table daily_requests (
    day text not null,
    application_id text not null references application,
    requests bigint not null,
    failures bigint not null,
    primary key (day, application_id)
  )`,
  // Few matches are disputed, and an operator looks at those of all applications.
  `create index match_status_disputed on match_status (match_date desc, arrival desc)
    where status = 'disputed'`,
  // The ledger is written in this order, so that an index of its blocks is enough and costs next to nothing.
  'create index match_submitted on match using brin (created_at)',
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
