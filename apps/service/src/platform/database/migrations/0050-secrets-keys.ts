import { type Kysely, sql } from 'kysely';

// One row for each key that seals something, two while the key is changed: an instance needs all of them.
const statement = `
  alter table secrets_key_check
    drop column single,
    add primary key (sealed)
`;

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql.raw(statement).execute(database);
}
