import { type Kysely, sql } from 'kysely';

// Whom a birth date says to be under 16 is protected until the 16th birthday: nobody but connected applications finds
// them, and those see less. A later birth date may prolong that and never shortens it, since a child can invent one:
// only an operator ends it, by setting `protected_until` to null, from which the trigger decides anew. At 16 they stay
// hidden until they choose otherwise, so the choice is off while they are protected.
const statements = [
  `alter table member add column protected_until date`,
  `create or replace function decide_discovery() returns trigger language plpgsql as $$
    declare
      today constant date := (now() at time zone 'UTC')::date;
      sixteenth constant date :=
        coalesce(new.birth_date, make_date(new.birth_year, 12, 31)) + interval '16 years';
    begin
      if tg_op = 'INSERT' then
        new.wants_discovery :=
          new.wants_discovery and new.is_discoverable and not new.is_ghost;
      end if;
      if new.erased_at is null and sixteenth > today then
        new.protected_until := greatest(new.protected_until, sixteenth);
      end if;
      if new.protected_until > today then
        new.wants_discovery := false;
      end if;
      new.is_discoverable := new.wants_discovery and new.erased_at is null;
      return new;
    end
  $$`,
  `drop trigger member_discovery_decided on member`,
  `create trigger member_discovery_decided
    before insert or update of wants_discovery, birth_date, birth_year, protected_until on member
    for each row execute function decide_discovery()`,
  // The trigger decides about everybody who is under 16 by now.
  `update member set wants_discovery = false
    where erased_at is null
      and coalesce(birth_date, make_date(birth_year, 12, 31)) + interval '16 years'
        > (now() at time zone 'UTC')::date`,
  // Nobody is shown by a birthday any more.
  `drop index member_growing_up`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
