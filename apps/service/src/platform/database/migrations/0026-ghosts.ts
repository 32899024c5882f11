import { type Kysely, sql } from 'kysely';

const statements = [
  // One row: the key by which e-mail addresses of ghosts are hashed, sealed with that of the database.
  `create table keyed_hash_key (
    single boolean primary key default true check (single),
    sealed bytea not null
  )`,

  // A ghost is known to those who made it, and found by nobody else.
  `create or replace function decide_discovery() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        new.wants_discovery :=
          new.wants_discovery and new.is_discoverable and not new.is_ghost;
      end if;
      new.is_discoverable := new.wants_discovery and new.erased_at is null
        and coalesce(
          coalesce(new.birth_date, make_date(new.birth_year, 12, 31))
            <= (now() at time zone 'UTC')::date - interval '16 years',
          true
        );
      return new;
    end
  $$`,
  `update member set wants_discovery = false where is_ghost and wants_discovery`,

  // What a player was offered and said is not theirs, so that they are not asked again.
  `create table declined_claim (
    member_id text not null references member,
    match_id text not null references match,
    participant_id text not null references member,
    primary key (member_id, match_id, participant_id)
  )`,

  // Whose a place in a match is may change, for a player may say of a ghost's matches one by one
  // which are theirs. All else of the ledger stays append-only.
  `drop trigger match_participant_append_only on match_participant`,
  `create trigger match_participant_append_only
    before delete or truncate or update of match_id, team, position, is_confirmed
    on match_participant for each statement execute function refuse_change()`,
  `drop trigger match_response_append_only on match_response`,
  `create trigger match_response_append_only
    before delete or truncate or update of response, application_id, created_at
    on match_response for each statement execute function refuse_change()`,
  // The cascade below names the match too.
  `create trigger match_response_match_kept before update of match_id on match_response
    for each row when (new.match_id <> old.match_id) execute function refuse_change()`,
  `alter table match_response
    drop constraint match_response_match_id_member_id_fkey,
    add foreign key (match_id, member_id) references match_participant on update cascade`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
