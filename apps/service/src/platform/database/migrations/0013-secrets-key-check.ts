import { type Kysely, sql } from 'kysely';

// One row: something sealed with the key of the database, so that an instance with another key is
// noticed. Where secrets are sealed already, the last of them is taken.
const statements = [
  `create table secrets_key_check (
    single boolean primary key default true check (single),
    sealed bytea not null,
    context text not null
  )`,
  `insert into secrets_key_check (sealed, context)
    select secret_sealed, application_id from webhook_endpoint
    order by created_at desc, application_id limit 1`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
