import { type Kysely, sql } from 'kysely';

const statements = [
  // What a tournament knows of a ghost's age. A member's own birth date says more.
  `alter table member add column birth_year smallint`,

  // Under which facts an application's imports know a ghost: the same facts are the same person
  // the next time, also where the name has become one of several since.
  `create table imported_ghost (
    application_id text not null references application,
    facts_hash bytea not null,
    member_id text not null references member,
    primary key (application_id, facts_hash)
  )`,

  // An import looks for thousands of whole names at once.
  `create index member_name on member (name_folded) where merged_into is null`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
