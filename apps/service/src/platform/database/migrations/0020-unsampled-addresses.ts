import { type Kysely, sql } from 'kysely';

// Tables that are empty again and again. The planner would keep samples of what stood in them, also of
// somebody who erased their account, and it has no use for them: rows are found by index alone.
const unsampled = [
  ['account_registration', 'email'],
  ['account_registration', 'first_name'],
  ['account_registration', 'last_name'],
  ['account_registration', 'birth_date'],
  ['account_registration', 'password_hash'],
  ['account_registration', 'authorization_query'],
  ['account_link', 'email'],
  ['mail', 'email'],
  ['mail', 'details'],
];

// Of an index by an expression it keeps samples too.
const indexes = ['account_registration_email', 'account_link_email'];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const [table, column] of unsampled) {
    await sql.raw(`alter table ${table} alter column ${column} set statistics 0`).execute(database);
  }
  for (const index of indexes) {
    await sql.raw(`alter index ${index} alter column 1 set statistics 0`).execute(database);
  }
}
