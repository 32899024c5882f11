import { type Kysely, sql } from 'kysely';
import { appendOnly, table } from '../schema/statements.ts';
import { ledgerTriggers } from './0018-ledger-triggers.ts';

// The brackets at this version, in the order of their letters (ratings/store/bracket-letters.ts).
const divisions = ['open', '12-13', '14-15', '16-18', '35+', '40+', '50+', '60+', '70+'];
const brackets = ['overall', 'singles', 'doubles', 'gender', 'mixed'].flatMap((category) =>
  divisions.map((division) => `${category}-${division}`),
);
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrs';

// A null in the content means the same as a missing value. 128 bits of a hash are enough (matches/domain/identity.ts). A change of
// the types rewrites the table once, and leaves no old versions of the rows behind.
const matches = [
  `create function letters_of(brackets text[]) returns text language sql immutable as $$
    select coalesce(string_agg(
      substr('${LETTERS}', array_position('{${brackets.join(',')}}', key), 1), '' order by number
    ), '')
    from unnest(brackets) with ordinality as entry (key, number)
  $$`,
  `alter table match
    alter column brackets type text using letters_of(brackets),
    alter column content type jsonb using jsonb_strip_nulls(
      case when content ? 'sentHash'
        then content || jsonb_build_object('sentHash', left(content ->> 'sentHash', 32))
        else content
      end
    ),
    alter column content_hash type bytea using substring(content_hash for 16),
    drop constraint match_sport_arrival_key,
    add unique (arrival)`,
  `drop function letters_of`,
  `comment on column match.brackets is 'The letters of the brackets that it counts for (ratings/store/bracket-letters.ts). Empty if no game counts, such as for a walkover.'`,
  `comment on column match.content_hash is 'The first 16 bytes of a hash of the request without the identifier, by which a repeated request is recognised.'`,
  `comment on column match.content is 'What was reported, as JSON without nulls: teams, games, outcome, matchDate and the like.'`,
];

const participants = [
  `alter table match_participant rename to named_participant`,
  `alter table named_participant rename constraint match_participant_pkey to named_participant_pkey`,
  `drop index match_participant_played`,
  ...table(`
    -- A player of a match. It may change who that is, when a player claims a ghost or says which matches are theirs.
    create table match_participant (
      -- That of the match, by which the matches of a player are in order.
      match_date timestamptz not null,
      -- The match, by the order of its arrival.
      arrival bigint not null,
      -- The player.
      member_number integer not null,
      -- The index of the team in the match.
      team smallint not null,
      -- The index of the player in the team.
      position smallint not null,
      -- Whether the result moved the player when it was stored.
      is_confirmed boolean not null default true
    )`),
  `insert into match_participant (match_date, arrival, member_number, team, position, is_confirmed)
    select named.match_date, named.arrival, member.member_number, team, position, is_confirmed
    from named_participant as named join member on member.id = member_id
    order by named.arrival, team, position`,
  // After the rows, because that takes a fraction of the time.
  `alter table match_participant
    add primary key (arrival, member_number),
    add foreign key (arrival) references match (arrival),
    add foreign key (member_number) references member (member_number)`,
  `create index match_participant_played on match_participant (member_number, match_date, arrival)`,
  appendOnly('match_participant', 'match_date, arrival, team, position, is_confirmed'),
];

const responses = [
  `alter table match_response rename to named_response`,
  `alter table named_response rename constraint match_response_pkey to named_response_pkey`,
  `drop index match_response_disputed, match_response_objection`,
  ...table(`
    -- What a player answered to a result, each answer once.
    create table match_response (
      -- When it was answered.
      created_at timestamptz not null,
      -- When an operator decided that the result stands against this denial or dispute. Null before.
      upheld_at timestamptz,
      -- The match, by the order of its arrival.
      arrival bigint not null,
      -- The player.
      member_number integer not null,
      -- What the player said: that it is right, that they did not play, that it is wrong, or that it is another match than
      -- the one it was held for.
      response text not null check (response in ('confirmed', 'denied', 'disputed', 'distinct')),
      -- The application that confirmed its own report by sending it again with the player's consent. Null for the player.
      application_id text references application,
      -- Why the result stands.
      upholding_reason text,
      primary key (arrival, member_number, response),
      foreign key (arrival, member_number) references match_participant on update cascade
    )`),
  `insert into match_response (
      created_at, upheld_at, arrival, member_number, response, application_id, upholding_reason
    )
    select
      named.created_at, upheld_at, match.arrival, member.member_number, response,
      named.application_id, upholding_reason
    from named_response as named
    join match on match.id = match_id
    join member on member.id = member_id`,
  `drop table named_response, named_participant`,
  `create index match_response_disputed on match_response (created_at) where response = 'disputed'`,
  // For the disputes of a player that were answered.
  `create index match_response_objection on match_response (member_number, arrival)
    where response in ('denied', 'disputed')`,
  appendOnly('match_response', 'response, application_id, created_at'),
  // The cascade of the foreign key names the match too, so that only another value is refused.
  `create trigger match_response_match_kept before update of arrival on match_response
    for each row when (new.arrival <> old.arrival) execute function refuse_change()`,
];

// A player who was not moved is found by the same key as the answers.
const unconfirmed = [
  `alter table unconfirmed_participation add column participant_number integer`,
  `comment on column unconfirmed_participation.arrival is 'The match, by the order of its arrival.'`,
  `comment on column unconfirmed_participation.participant_number is 'The player when the match was stored, who may have been claimed since.'`,
  `update unconfirmed_participation set participant_number = member.member_number
    from member where member.id = participant_id`,
  // Drops the key, and the reference to the match.
  `alter table unconfirmed_participation drop column match_id, drop column participant_id`,
  `alter table unconfirmed_participation
    add primary key (arrival, participant_number),
    add foreign key (arrival) references match (arrival)`,
];

const uncounted = [
  `alter table uncounted_match add column other_arrival bigint references match (arrival)`,
  `comment on column uncounted_match.other_arrival is 'That of the other match, by which its repeated reports are found.'`,
  `update uncounted_match set other_arrival = match.arrival from match where match.id = other_match_id`,
  `alter table uncounted_match
    add check ((other_match_id is null) = (other_arrival is null))`,
  `drop index uncounted_match_other`,
  `create index uncounted_match_other on uncounted_match (other_arrival)
    where other_arrival is not null`,
];

const status = [
  `alter table match_status rename to named_status`,
  `alter table named_status rename constraint match_status_pkey to named_status_pkey`,
  `drop index match_status_listed, match_status_disputed`,
  ...table(`
    -- The status of a match. Triggers write it, and lists of matches are ordered by it.
    create table match_status (
      -- That of the match.
      match_date timestamptz not null,
      -- The match, by the order of its arrival.
      arrival bigint primary key,
      -- The application that reported it.
      application_id text not null,
      -- How the match stands for all its players together.
      status text not null
        check (status in ('rated', 'unconfirmed', 'disputed', 'held', 'duplicate', 'voided'))
    )`),
  `insert into match_status (match_date, arrival, application_id, status)
    select match_date, arrival, application_id, status from named_status order by arrival`,
  `drop table named_status`,
  // Lists read it backwards. New matches come at the end of each status, where PostgreSQL fills the pages.
  `create index match_status_listed on match_status (application_id, status, match_date, arrival)`,
  // Few matches are disputed, and an operator looks at those of all applications.
  `create index match_status_disputed on match_status (match_date, arrival)
    where status = 'disputed'`,
];

const fingerprints = [
  `alter table match_fingerprint rename to named_fingerprint`,
  `alter table named_fingerprint rename constraint match_fingerprint_pkey to named_fingerprint_pkey`,
  `drop index match_fingerprint_lookup`,
  ...table(`
    -- What all reports of a match have in common (matches/domain/identity.ts). It follows a claim, so it is not part of the
    -- ledger.
    create table match_fingerprint (
      -- The match, by the order of its arrival.
      arrival bigint primary key references match (arrival),
      -- When it was played. Null if only a day was sent.
      moment timestamptz,
      -- The first day at the venue that it may have been played on, YYYY-MM-DD.
      first_day date not null,
      -- The last such day.
      last_day date not null,
      -- The first 16 bytes of a hash of the sport, the players by team and the scores of the games that count.
      fingerprint bytea not null
    )`),
  `insert into match_fingerprint (arrival, moment, first_day, last_day, fingerprint)
    select match.arrival, moment, first_day, last_day, substring(fingerprint for 16)
    from named_fingerprint join match on match.id = match_id
    order by match.arrival`,
  `drop table named_fingerprint`,
  `create index match_fingerprint_lookup on match_fingerprint (fingerprint)`,
];

/** Names matches and players by numbers in the tables of the ledger, and shortens what it repeats. */
export async function numberLedger(database: Kysely<unknown>): Promise<void> {
  for (const statement of [
    ...matches,
    ...participants,
    ...responses,
    ...unconfirmed,
    ...uncounted,
    ...status,
    ...fingerprints,
    ...ledgerTriggers,
  ]) {
    await sql.raw(statement).execute(database);
  }
}
