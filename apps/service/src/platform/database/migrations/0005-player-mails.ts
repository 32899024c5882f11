import { type Kysely, sql } from 'kysely';
import { byIndex, table } from '../schema/statements.ts';

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

const statements = [
  ...table(`
    -- The mails of a kind that a player gets about their matches.
    create table player_mail (
      -- The player.
      member_id text not null references member,
      -- Which mails they are.
      kind text not null check (kind in ('results-waiting', 'dispute-answered', 'weekly-recap')),
      -- Whether the player wants them. Null until they choose.
      is_wanted boolean,
      -- The secret part of the address that ends them. Null before the first mail.
      token text unique,
      -- When the next one is to be queued. Null if there is nothing to say.
      due_at timestamptz,
      -- When the last one was queued. Null before.
      queued_at timestamptz,
      primary key (member_id, kind)
    )`),
  `create index player_mail_due on player_mail (due_at) where due_at is not null`,

  ...table(`
    -- At most one row: how far the weekly recaps of all players are queued.
    create table recap_progress (
      -- Always true, so that there is one row.
      single boolean primary key default true check (single),
      -- The Monday on which the recaps are sent.
      monday date not null,
      -- The last member who was looked at, empty before the first. Null once all were.
      after_member_id text
    )`),

  // Half an hour later, so that the results of an evening are one mail.
  `create function note_waiting_results() returns trigger language plpgsql ${byIndex} as $$
    begin
      ${noteDue(
        'results-waiting',
        `select came.member_id, match.created_at + interval '30 minutes' as moment
        from came join match on match.id = came.match_id`,
      )}
      return null;
    end
  $$`,
  `create trigger unconfirmed_participation_noted after insert on unconfirmed_participation
    referencing new table as came for each statement execute function note_waiting_results()`,

  `create function note_answered_disputes() returns trigger language plpgsql ${byIndex} as $$
    begin
      ${noteDue(
        'dispute-answered',
        `select coalesce(member.merged_into, member.id) as member_id,
          came.created_at + interval '30 minutes' as moment
        from came
        join match_response as response on response.match_id = came.match_id
          and response.response in ('denied', 'disputed')
        join member on member.id = response.member_id`,
      )}
      return null;
    end
  $$`,
  `create trigger match_void_answers_noted after insert on match_void
    referencing new table as came for each statement execute function note_answered_disputes()`,

  // For the disputes of a player that were answered.
  `create index match_response_objection on match_response (member_id, match_id)
    where response in ('denied', 'disputed')`,
];

/** Adds what players are mailed about their matches, and whether they want it. */
export async function addPlayerMails(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
