import { type Kysely, sql } from 'kysely';

// What an erasure leaves of a person (privacy/domain/former-player.ts of this version).
const erased = `first_name = 'Former player' and last_name = ''
  and display_name = 'Former player' and name_folded = 'former player' and name_order = 'former player'
  and num_nonnulls(
    email, email_hash, birth_date, birth_year, protected_until, city, city_folded, state, zip, country
  ) = 0`;

const statements = [
  // An edit that waited for an erasure could write a name into the erased row. What PostgreSQL's planner stored of it is
  // cleared again later.
  `update member set
    first_name = 'Former player', last_name = '', display_name = 'Former player',
    name_folded = 'former player', name_order = 'former player',
    protected_until = null, city_folded = null, cleared_at = null
  where erased_at is not null and not (${erased})`,
  `alter table member
    drop constraint member_erased,
    add constraint member_erased check (
      erased_at is null or not is_discoverable and not is_wheelchair and gender = 'UNKNOWN' and ${erased}
    )`,
];

/** Refuses names in the rows of erased people, and removes those that are there. */
export async function refuseErasedNames(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
