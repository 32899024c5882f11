// The triggers that read the ledger by numbers. They were defined in ../schema/match-status.ts, ../schema/member-search.ts,
// and the migrations since.

import { byIndex, found } from '../schema/statements.ts';

const memberToday = (number: string) =>
  `(select coalesce(merged_into, member.id) from member where member.member_number = ${number})`;

const statusTriggers = [
  `drop function present_match_status(text)`,
  `create function present_match_status(counted bigint) returns text
    language plpgsql stable ${byIndex} as $$
    declare
      why text := (select reason from uncounted_match where uncounted_match.arrival = counted);
      reports bigint[];
    begin
      if why is not null then
        return case why when 'repeated' then 'duplicate' else why end;
      end if;
      reports := array(
        select counted union all
        select arrival from uncounted_match where other_arrival = counted and reason = 'repeated'
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
            coalesce(bool_or(response = 'denied' and upheld_at is null), false) as is_denied,
            coalesce(bool_or(response = 'disputed' and upheld_at is null), false) as is_disputed
          from match_participant as participant
          left join match_response on match_response.arrival = participant.arrival
            and match_response.member_number = participant.member_number
          where participant.arrival = any(reports)
          group by ${memberToday('participant.member_number')}
        ) as player
      );
    end
  $$`,

  // A match has no response yet when its players are stored.
  `create or replace function note_new_matches() returns trigger language plpgsql ${byIndex} as $$
    begin
      insert into match_status (match_date, arrival, application_id, status)
      select
        match.match_date, match.arrival, match.application_id,
        case when played.is_rated then 'rated' else 'unconfirmed' end
      from (
        select arrival, bool_and(is_confirmed) as is_rated from came group by arrival
      ) as played
      join match on match.arrival = played.arrival
      order by match.arrival
      on conflict (arrival) do update set status = excluded.status
        where match_status.status = 'rated' and excluded.status = 'unconfirmed';
      return null;
    end
  $$`,
  `create trigger match_status_new after insert on match_participant
    referencing new table as came for each statement execute function note_new_matches()`,

  `create or replace function note_match_status() returns trigger language plpgsql ${byIndex} as $$
    declare
      answered bigint[] := array(select arrival from came);
    begin
      update match_status set status = present_match_status(arrival)
      where arrival = any(
        answered || array(
          select other_arrival from uncounted_match
          where arrival = any(answered) and reason = 'repeated'
        )
      );
      return null;
    end
  $$`,
  `create trigger match_status_changed after insert on match_response
    referencing new table as came for each statement execute function note_match_status()`,

  // It may also change when the players last played.
  `create or replace function note_counted() returns trigger language plpgsql ${byIndex} as $$
    declare
      changed bigint[] := array(
        select arrival from came
        union
        select other_arrival from came where reason = 'repeated'
      );
    begin
      update match_status set status = present_match_status(arrival) where arrival = any(changed);
      perform note_activity(array(
        select distinct member.member_number
        from match_participant
        join member as alias on alias.member_number = match_participant.member_number
        join member on member.id = coalesce(alias.merged_into, alias.id)
        where match_participant.arrival = any(changed)
      ));
      return null;
    end
  $$`,

  `create or replace function note_upheld_result() returns trigger language plpgsql ${byIndex} as $$
    begin
      update match_status set status = present_match_status(arrival)
      where arrival = new.arrival or arrival in (
        select other_arrival from uncounted_match
        where uncounted_match.arrival = new.arrival and reason = 'repeated'
      );
      insert into player_mail (member_id, kind, due_at)
      select account.member_id, 'dispute-answered', new.upheld_at + interval '30 minutes'
      from account where account.member_id = ${memberToday('new.member_number')}
      on conflict (member_id, kind) do update
        set due_at = greatest(excluded.due_at, player_mail.queued_at + interval '1 day')
        where player_mail.due_at is null;
      return null;
    end
  $$`,
  `create trigger match_response_upheld after update of upheld_at on match_response
    for each row when (new.upheld_at is not null) execute function note_upheld_result()`,
];

/** Adds the note of a mail that is due to these players, by SQL for rows `reader` with a member and a moment. */
const noteDue = (kind: string, readers: string) => `
  insert into player_mail (member_id, kind, due_at)
  select account.member_id, '${kind}', min(reader.moment)
  from (${readers}) as reader
  join account on account.member_id = reader.member_id
  group by account.member_id
  -- In one order, so that two transactions that note the same players do not wait for each other.
  order by account.member_id
  on conflict (member_id, kind) do update
    set due_at = greatest(excluded.due_at, player_mail.queued_at + interval '1 day')
    where player_mail.due_at is null;
`;

const mailTriggers = [
  `create or replace function note_waiting_results() returns trigger language plpgsql ${byIndex} as $$
    begin
      ${noteDue(
        'results-waiting',
        `select came.member_id, match.created_at + interval '30 minutes' as moment
        from came join match on match.arrival = came.arrival`,
      )}
      return null;
    end
  $$`,
  `create or replace function note_answered_disputes() returns trigger language plpgsql ${byIndex} as $$
    begin
      ${noteDue(
        'dispute-answered',
        `select coalesce(member.merged_into, member.id) as member_id,
          came.created_at + interval '30 minutes' as moment
        from came
        join match on match.id = came.match_id
        join match_response as response on response.arrival = match.arrival
          and response.response in ('denied', 'disputed')
        join member on member.member_number = response.member_number`,
      )}
      return null;
    end
  $$`,
];

const isRated = `(
  match_participant.is_confirmed
  or exists (
    select from match_response as response
    where response.arrival = match_participant.arrival
      and response.member_number = match_participant.member_number
      and response.response = 'confirmed'
  )
)`;

// A report that repeats another also says when its players played.
const isCounted = `not exists (
  select from uncounted_match
  where uncounted_match.arrival = match.arrival and reason <> 'repeated'
)`;

const activityTriggers = [
  `create or replace function note_played_matches() returns trigger language plpgsql ${byIndex} as $$
    begin
      update member_activity
        set last_played_at = played.at
        from (
          select came.member_number, max(match.match_date) as at
          from came
          join match on match.arrival = came.arrival
          where came.is_confirmed and match.brackets <> ''
          group by came.member_number
        ) as played
        where member_activity.member_number = played.member_number
          and member_activity.last_played_at < played.at;
      return null;
    end
  $$`,
  `create trigger match_played after insert on match_participant
    referencing new table as came for each statement execute function note_played_matches()`,

  // Reads all matches of these members again, because a void or a merge may remove their last one.
  `create or replace function note_activity(numbers bigint[]) returns void
    language plpgsql ${byIndex} as $$
    begin
      update member_activity
        set last_played_at = coalesce(
          (
            select max(match.match_date)
            from member
            join member as alias on alias.id = member.id or alias.merged_into = member.id
            join match_participant on match_participant.member_number = alias.member_number
            join match on match.arrival = match_participant.arrival
            where member.member_number = member_activity.member_number and match.brackets <> ''
              and ${isRated}
              and ${isCounted}
          ),
          '-infinity'
        )
        where member_number = any(numbers);
    end
  $$`,
  `create or replace function note_confirmed_matches() returns trigger language plpgsql ${byIndex} as $$
    begin
      perform note_activity(array(
        select member.member_number
        from came
        join member as alias on alias.member_number = came.member_number
        join member on member.id = coalesce(alias.merged_into, alias.id)
        where came.response = 'confirmed'
      ));
      return null;
    end
  $$`,
  `create trigger match_confirmed after insert on match_response
    referencing new table as came for each statement execute function note_confirmed_matches()`,

  // Writes all of it again from the members and matches.
  `create or replace function rebuild_member_search() returns void language plpgsql as $$
    begin
      lock table member, match_participant, uncounted_match in share row exclusive mode;
      truncate member_word, member_activity;
      insert into member_word
        select distinct word, name_order, member_number, city_folded
        from member cross join lateral unnest(string_to_array(name_folded, ' ')) as word
        where ${found}
        order by word, name_order, member_number;
      insert into member_activity
        select member.member_number, coalesce(played.at, '-infinity'), ${found}
        from member
        left join (
          select coalesce(alias.merged_into, alias.id) as member_id, max(match.match_date) as at
          from match_participant
          join match on match.arrival = match_participant.arrival
          join member as alias on alias.member_number = match_participant.member_number
          where ${isRated}
            and match.brackets <> ''
            and ${isCounted}
          group by 1
        ) as played on played.member_id = member.id
        order by member.member_number;
    end
  $$`,
];

export const ledgerTriggers = [...statusTriggers, ...mailTriggers, ...activityTriggers];
