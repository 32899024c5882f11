import { type Kysely, sql } from 'kysely';
import { replaceIn } from './replace-in.ts';

// Every report of a match is stored, and `uncounted_match` says which of them do not count, and why. Which reports
// belong together follows from what all have in common (`ratings/domain/fingerprint.ts`) and from their days
// (`matches/domain/pair-reports.ts`). Whatever counts when this runs goes on counting. One statement a string.

// The tables of these functions are large, and what came is few rows of them.
const byIndex =
  'set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off';

const today = (member: string) =>
  `(select coalesce(merged_into, member.id) from member where member.id = ${member})`;

const statements = [
  `create table uncounted_match (
    match_id text primary key references match,
    reason text not null check (reason in ('voided', 'held', 'repeated')),
    other_match_id text references match,
    check ((reason = 'voided') = (other_match_id is null))
  )`,
  `create index uncounted_match_other on uncounted_match (other_match_id)
    where other_match_id is not null`,
  `insert into uncounted_match (match_id, reason)
    select match_id, 'voided' from match_void`,

  // What was sent without an offset may have been played on any day that it was somewhere on earth.
  'drop index match_fingerprint_unique',
  'delete from match_fingerprint',
  `alter table match_fingerprint
    add column moment timestamptz,
    add column first_day date not null,
    add column last_day date not null`,
  `insert into match_fingerprint (match_id, fingerprint, moment, first_day, last_day)
    select
      match.id,
      sha256(convert_to(match.sport || ' ' || game.rules || ' ' || team.sides, 'UTF8')),
      case when match.content ->> 'matchDate' is not null then match.match_date end,
      (match.match_date at time zone 'UTC' - interval '12 hours')::date,
      (match.match_date at time zone 'UTC' + interval '14 hours')::date
    from match
    cross join lateral (
      select string_agg((game.value ->> 'winScore') || '/' || (game.value ->> 'winBy'), ','
        order by game.ordinality) as rules
      from jsonb_array_elements(match.content -> 'games') with ordinality as game
      where game.value ->> 'isRated' is distinct from 'false'
    ) as game
    cross join lateral (
      select string_agg(one.players || ':' || one.scores, ';'
        order by (one.players || ':' || one.scores) collate "C") as sides
      from (
        select
          string_agg(coalesce(member.merged_into, member.id), ','
            order by coalesce(member.merged_into, member.id) collate "C") as players,
          (
            select string_agg(game.value -> 'scores' ->> participant.team, ','
              order by game.ordinality)
            from jsonb_array_elements(match.content -> 'games') with ordinality as game
            where game.value ->> 'isRated' is distinct from 'false'
          ) as scores
        from match_participant as participant
        join member on member.id = participant.member_id
        where participant.match_id = match.id
        group by participant.team
      ) as one
    ) as team
    where game.rules is not null and team.sides is not null
      and not exists (select from match_void where match_void.match_id = match.id)`,
  'create index match_fingerprint_lookup on match_fingerprint (fingerprint)',

  `alter table match_status drop constraint match_status_status_check, add check
    (status in ('rated', 'unconfirmed', 'disputed', 'held', 'duplicate', 'voided'))`,
  `alter table match_response drop constraint match_response_response_check, add check
    (response in ('confirmed', 'denied', 'disputed', 'distinct'))`,

  // A report that counts stands as all reports of the match together do.
  `create or replace function present_match_status(id text) returns text language plpgsql stable ${byIndex} as $$
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
          group by ${today('participant.member_id')}
        ) as player
      );
    end
  $$`,
  `create or replace function note_match_status() returns trigger language plpgsql ${byIndex} as $$
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

  'drop trigger match_status_changed on match_void',
  'drop trigger match_voided on match_void',
  `create function note_void() returns trigger language plpgsql ${byIndex} as $$
    begin
      delete from uncounted_match where match_id in (select match_id from came);
      insert into uncounted_match (match_id, reason) select match_id, 'voided' from came;
      return null;
    end
  $$`,
  `create trigger match_voided after insert on match_void
    referencing new table as came for each statement execute function note_void()`,
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
  'drop function note_voided_matches()',

  // A report that repeats another says as well when its players played.
  replaceIn(
    ['note_activity', 'rebuild_member_search'],
    'not exists (select from match_void where match_void.match_id = match.id)',
    `not exists (
              select from uncounted_match
              where uncounted_match.match_id = match.id and reason <> 'repeated'
            )`,
  ),
  replaceIn(
    ['rebuild_member_search'],
    'lock table member, match_participant, match_void in',
    'lock table member, match_participant, uncounted_match in',
  ),
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
