import { byIndex, table } from './statements.ts';

// Triggers keep the status of each match, so that the matches of an application that have a status are read off an index,
// however many there are. matches/README.md says what each status means.

const memberToday = (id: string) =>
  `(select coalesce(merged_into, member.id) from member where member.id = ${id})`;

export const matchStatus = [
  ...table(`
    -- A report that does not count, and why.
    create table uncounted_match (
      -- The match.
      match_id text primary key references match,
      -- It was voided, it is held because it may be the same match as another, or it repeats another report.
      reason text not null check (reason in ('voided', 'held', 'repeated')),
      -- The other match. Null for a voided one.
      other_match_id text references match,
      check ((reason = 'voided') = (other_match_id is null))
    )`),
  `create index uncounted_match_other on uncounted_match (other_match_id)
    where other_match_id is not null`,

  ...table(`
    -- The status of a match. Triggers write it, and lists of matches are ordered by it.
    create table match_status (
      -- The match.
      match_id text primary key,
      -- The application that reported it.
      application_id text not null,
      -- How the match stands for all its players together.
      status text not null
        check (status in ('rated', 'unconfirmed', 'disputed', 'held', 'duplicate', 'voided')),
      -- That of the match.
      match_date timestamptz not null,
      -- That of the match.
      arrival bigint not null
    )`),
  `create index match_status_listed
    on match_status (application_id, status, match_date desc, arrival desc)`,
  // Few matches are disputed, and an operator looks at those of all applications.
  `create index match_status_disputed on match_status (match_date desc, arrival desc)
    where status = 'disputed'`,

  // A report that counts has the status that follows from all reports of the match together.
  `create function present_match_status(id text) returns text language plpgsql stable ${byIndex} as $$
    declare
      why text := (select reason from uncounted_match where uncounted_match.match_id = id);
      reports text[];
    begin
      if why is not null then
        return case why when 'repeated' then 'duplicate' else why end;
      end if;
      reports := array(
        select id union all
        select match_id from uncounted_match where other_match_id = id and reason = 'repeated'
      );
      return (
        select case
          when bool_or(is_disputed or is_denied and not is_rated) then 'disputed'
          when bool_and(is_rated) then 'rated'
          else 'unconfirmed'
        end
        from (
          select
            coalesce(bool_or(response = 'confirmed'), false)
              or bool_or(participant.is_confirmed) and not coalesce(bool_or(response = 'denied'), false)
              as is_rated,
            coalesce(bool_or(response = 'denied'), false) as is_denied,
            coalesce(bool_or(response = 'disputed'), false) as is_disputed
          from match_participant as participant
          left join match_response on match_response.match_id = participant.match_id
            and match_response.member_id = participant.member_id
          where participant.match_id = any(reports)
          group by ${memberToday('participant.member_id')}
        ) as player
      );
    end
  $$`,

  // A match has no response yet when its players are stored.
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
    declare
      ids text[] := array(select match_id from came);
    begin
      update match_status set status = present_match_status(match_id)
      where match_id = any(
        ids || array(
          select other_match_id from uncounted_match
          where match_id = any(ids) and reason = 'repeated'
        )
      );
      return null;
    end
  $$`,
  `create trigger match_status_changed after insert on match_response
    referencing new table as came for each statement execute function note_match_status()`,

  `create function note_void() returns trigger language plpgsql ${byIndex} as $$
    begin
      delete from uncounted_match where match_id in (select match_id from came);
      insert into uncounted_match (match_id, reason) select match_id, 'voided' from came;
      return null;
    end
  $$`,
  `create trigger match_voided after insert on match_void
    referencing new table as came for each statement execute function note_void()`,

  // It may also change when the players last played (member-search.ts).
  `create function note_counted() returns trigger language plpgsql ${byIndex} as $$
    declare
      ids text[] := array(
        select match_id from came
        union
        select other_match_id from came where reason = 'repeated'
      );
    begin
      update match_status set status = present_match_status(match_id) where match_id = any(ids);
      perform note_activity(array(
        select distinct member.member_number
        from match_participant
        join member as alias on alias.id = match_participant.member_id
        join member on member.id = coalesce(alias.merged_into, alias.id)
        where match_participant.match_id = any(ids)
      ));
      return null;
    end
  $$`,
  `create trigger uncounted_match_new after insert on uncounted_match
    referencing new table as came for each statement execute function note_counted()`,
  `create trigger uncounted_match_gone after delete on uncounted_match
    referencing old table as came for each statement execute function note_counted()`,
];
