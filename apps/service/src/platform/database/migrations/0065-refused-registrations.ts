import { type Kysely, sql } from 'kysely';

// Who was too young to register is refused for a day, whatever birth date they try next. It holds no more than a keyed
// hash of the e-mail address and the network.
const statements = [
  `create table refused_registration (
    origin_hash bytea primary key,
    expires_at timestamptz not null
  )`,
  `create index refused_registration_expiry on refused_registration (expires_at)`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
