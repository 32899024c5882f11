import { type Kysely, sql } from 'kysely';

// Who is found is no longer what a player chose alone: nobody under 16 is. `is_discoverable` says who
// is found, so that every index and trigger that looks at it goes on; `wants_discovery` is the choice.
// A trigger decides on each write; the service opens who has turned 16 since (open-discovery.ts), so
// an outage hides them longer and shows nobody too early.

// Of a ghost nothing but the year may be known, and then the last day of it counts.
const isOldEnough = (member: string, today: string) => `
  coalesce(
    coalesce(${member}birth_date, make_date(${member}birth_year, 12, 31)) <= ${today} - interval '16 years',
    true
  )`;
const today = `(now() at time zone 'UTC')::date`;

const statements = [
  `alter table member add column wants_discovery boolean not null default true`,
  // No trigger has anything to note of it.
  `update member set wants_discovery = is_discoverable where not is_discoverable`,
  `update member set is_discoverable = false
    where is_discoverable and not ${isOldEnough('', today)}`,
  `create function decide_discovery() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        new.wants_discovery := new.wants_discovery and new.is_discoverable;
      end if;
      new.is_discoverable := new.wants_discovery and new.erased_at is null
        and ${isOldEnough('new.', today)};
      return new;
    end
  $$`,
  `create trigger member_discovery_decided
    before insert or update of wants_discovery, birth_date, birth_year on member
    for each row execute function decide_discovery()`,
  `create index member_growing_up on member (coalesce(birth_date, make_date(birth_year, 12, 31)))
    where wants_discovery and not is_discoverable`,
  // Whose ratings an application may not see although the player is connected to it.
  `create index connection_without_ratings on connection (application_id)
    where revoked_at is null and not ('user:rating:read' = any(scopes))`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
