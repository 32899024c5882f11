import { type Kysely, sql } from 'kysely';

const statements = [
  // What every application was to be told of rating changes, whether or not it has an endpoint.
  // Listed by transaction_id, then place: the numbers of rows alone would order them by when they
  // were written, and a row that is written first may be committed last.
  `create table rating_update (
    application_id text not null references application,
    transaction_id bigint not null default pg_current_xact_id()::text::bigint,
    place bigint generated always as identity,
    member_id text not null references member,
    data text not null,
    changed_at timestamptz not null,
    primary key (application_id, transaction_id, place)
  )`,
  `create index rating_update_since
    on rating_update (application_id, changed_at, transaction_id, place)`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
