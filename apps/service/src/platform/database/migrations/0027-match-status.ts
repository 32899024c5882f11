import { type Kysely, sql } from 'kysely';

// How a match stands, so that an application's matches of a status are read off an index however many it
// has. What each status means stands in matches/README.md; the triggers keep it. One statement a string.

// The tables of these functions are large, and what came is few rows of them.
const byIndex = 'set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off';

const statements = [
  `create table match_status (
    match_id text primary key,
    application_id text not null,
    status text not null check (status in ('rated', 'unconfirmed', 'disputed', 'voided')),
    match_date timestamptz not null,
    arrival bigint not null
  )`,

  `create function present_match_status(id text) returns text language plpgsql stable ${byIndex} as $$
    begin
      if exists (select from match_void where match_void.match_id = id) then
        return 'voided';
      end if;
      return (
        select case
          when bool_or(is_disputed or is_denied and not is_rated) then 'disputed'
          when bool_and(is_rated) then 'rated'
          else 'unconfirmed'
        end
        from match_participant as participant
        cross join lateral (
          select
            participant.is_confirmed or coalesce(bool_or(response = 'confirmed'), false) as is_rated,
            coalesce(bool_or(response = 'denied'), false) as is_denied,
            coalesce(bool_or(response = 'disputed'), false) as is_disputed
          from match_response
          where match_response.match_id = id
            and match_response.member_id = participant.member_id
        ) as answered
        where participant.match_id = id
      );
    end
  $$`,

  // A match has no answer yet when its players are stored.
  `create function note_new_matches() returns trigger language plpgsql ${byIndex} as $$
    begin
      insert into match_status (match_id, application_id, status, match_date, arrival)
      select
        match.id, match.application_id,
        case when played.is_rated then 'rated' else 'unconfirmed' end,
        match.match_date, match.arrival
      from (
        select match_id, bool_and(is_confirmed) as is_rated from came group by match_id
      ) as played
      join match on match.id = played.match_id
      on conflict (match_id) do update set status = excluded.status
        where match_status.status = 'rated' and excluded.status = 'unconfirmed';
      return null;
    end
  $$`,
  `create trigger match_status_new after insert on match_participant
    referencing new table as came for each statement execute function note_new_matches()`,

  `create function note_match_status() returns trigger language plpgsql ${byIndex} as $$
    begin
      update match_status set status = present_match_status(match_id)
      where match_id in (select match_id from came);
      return null;
    end
  $$`,
  ...['match_response', 'match_void'].map(
    (table) => `create trigger match_status_changed after insert on ${table}
      referencing new table as came for each statement execute function note_match_status()`,
  ),

  `insert into match_status (match_id, application_id, status, match_date, arrival)
    select id, application_id, present_match_status(id), match_date, arrival
    from match
    where exists (select from match_participant where match_participant.match_id = match.id)
    order by arrival`,
  `create index match_status_listed
    on match_status (application_id, status, match_date desc, arrival desc)`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
