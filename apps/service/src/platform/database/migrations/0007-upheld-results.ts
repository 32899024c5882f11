import { type Kysely, sql } from 'kysely';
import { byIndex } from '../schema/statements.ts';

const memberToday = (id: string) =>
  `(select coalesce(merged_into, member.id) from member where member.id = ${id})`;

const statements = [
  `alter table match_response
    add column upheld_at timestamptz,
    add column upholding_reason text`,
  `comment on column match_response.upheld_at is 'When an operator decided that the result stands against this denial or dispute. Null before.'`,
  `comment on column match_response.upholding_reason is 'Why the result stands.'`,

  // Only denials and disputes that no operator decided about make a match disputed.
  `create or replace function present_match_status(id text) returns text
    language plpgsql stable ${byIndex} as $$
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
            coalesce(bool_or(response = 'denied' and upheld_at is null), false) as is_denied,
            coalesce(bool_or(response = 'disputed' and upheld_at is null), false) as is_disputed
          from match_participant as participant
          left join match_response on match_response.match_id = participant.match_id
            and match_response.member_id = participant.member_id
          where participant.match_id = any(reports)
          group by ${memberToday('participant.member_id')}
        ) as player
      );
    end
  $$`,

  // Half an hour later, so that several decisions are one mail.
  `create function note_upheld_result() returns trigger language plpgsql ${byIndex} as $$
    begin
      update match_status set status = present_match_status(match_id)
      where match_id = new.match_id or match_id in (
        select other_match_id from uncounted_match
        where uncounted_match.match_id = new.match_id and reason = 'repeated'
      );
      insert into player_mail (member_id, kind, due_at)
      select account.member_id, 'dispute-answered', new.upheld_at + interval '30 minutes'
      from account where account.member_id = ${memberToday('new.member_id')}
      on conflict (member_id, kind) do update
        set due_at = greatest(excluded.due_at, player_mail.queued_at + interval '1 day')
        where player_mail.due_at is null;
      return null;
    end
  $$`,
  `create trigger match_response_upheld after update of upheld_at on match_response
    for each row when (new.upheld_at is not null) execute function note_upheld_result()`,
];

/** Lets operators decide that a disputed result stands. */
export async function addUpheldResults(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
