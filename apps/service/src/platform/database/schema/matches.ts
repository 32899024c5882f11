// The tables of the ledger: submitted matches, their players, and what players answered.

import { appendOnly, table } from './statements.ts';

export const matches = [
  `create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception 'The table % is append-only.', tg_table_name;
    end
  $$`,

  ...table(`
    -- A request that stored matches.
    create table match_batch (
      -- The public id, bat_...
      id text primary key,
      -- The application that sent it.
      application_id text not null references application,
      -- The partner's own name for the batch.
      identifier text,
      -- When it was stored.
      created_at timestamptz not null
    )`),
  appendOnly('match_batch'),

  ...table(`
    -- A valid report of a match: the ledger, append-only. uncounted_match says which of them do not count.
    create table match (
      -- The public id, mat_...
      id text primary key,
      -- The order in which matches were stored.
      arrival bigint generated always as identity,
      -- The batch that it came with.
      batch_id text not null references match_batch,
      -- The application that reported it.
      application_id text not null references application,
      -- The partner's own id of the match.
      identifier text not null,
      -- A hash of the request without the identifier, by which a repeated request is recognised.
      content_hash bytea not null,
      -- The sport, by its code.
      sport text not null,
      -- The moment by which matches are in the order they were played. A day is ordered as noon at the venue.
      match_date timestamptz not null,
      -- The bracket keys that it counts for. Empty if no game counts, such as for a walkover.
      brackets text[] not null,
      -- What was reported, as JSON: teams, games, outcome, matchDate and the like.
      content jsonb not null,
      -- When it was stored.
      created_at timestamptz not null,
      unique (application_id, identifier),
      unique (sport, arrival)
    )`),
  `create index match_played on match (sport, match_date, arrival)`,
  // The ledger is written in this order, so that an index of its blocks is enough and costs next to nothing.
  `create index match_submitted on match using brin (created_at)`,
  appendOnly('match'),

  ...table(`
    -- A player of a match. It may change who that is, when a player claims a ghost or says which matches are theirs.
    create table match_participant (
      -- The match.
      match_id text not null references match,
      -- The player.
      member_id text not null references member,
      -- The index of the team in the match.
      team smallint not null,
      -- The index of the player in the team.
      position smallint not null,
      -- Whether the result moved the player when it was stored.
      is_confirmed boolean not null default true,
      -- That of the match, by which the matches of a player are in order.
      match_date timestamptz not null,
      -- That of the match, for matches of one moment.
      arrival bigint not null,
      primary key (match_id, member_id)
    )`),
  `create index match_participant_played on match_participant (member_id, match_date, arrival)`,
  appendOnly('match_participant', 'match_id, team, position, is_confirmed, match_date, arrival'),

  ...table(`
    -- A match that was voided. The match itself stays in the ledger.
    create table match_void (
      -- The match.
      match_id text primary key references match,
      -- The application that reported the match.
      application_id text not null references application,
      -- Why it was voided.
      reason text not null,
      -- When it was voided.
      created_at timestamptz not null
    )`),
  appendOnly('match_void'),

  ...table(`
    -- What a player answered to a result, each answer once.
    create table match_response (
      -- The match.
      match_id text not null,
      -- The player.
      member_id text not null,
      -- What the player said: that it is right, that they did not play, that it is wrong, or that it is another match than
      -- the one it was held for.
      response text not null check (response in ('confirmed', 'denied', 'disputed', 'distinct')),
      -- The application that confirmed its own report by sending it again with the player's consent. Null for the player.
      application_id text references application,
      -- When it was answered.
      created_at timestamptz not null,
      primary key (match_id, member_id, response),
      foreign key (match_id, member_id) references match_participant on update cascade
    )`),
  `create index match_response_disputed on match_response (created_at) where response = 'disputed'`,
  appendOnly('match_response', 'response, application_id, created_at'),
  // The cascade of the foreign key names the match too, so that only another value is refused.
  `create trigger match_response_match_kept before update of match_id on match_response
    for each row when (new.match_id <> old.match_id) execute function refuse_change()`,

  ...table(`
    -- A place in the ledger of a player whom a result did not move when it was stored.
    create table unconfirmed_participation (
      -- The match.
      match_id text not null references match,
      -- The player when the match was stored, who may have been claimed since.
      participant_id text not null,
      -- Who the player is today.
      member_id text not null references member,
      -- That of the match.
      sport text not null,
      -- That of the match.
      arrival bigint not null,
      -- That of the match.
      match_date timestamptz not null,
      primary key (match_id, participant_id)
    )`),
  `create index unconfirmed_participation_played
    on unconfirmed_participation (member_id, sport, match_date, arrival)`,

  ...table(`
    -- What all reports of a match have in common (matches/domain/identity.ts). It follows a claim, so it is not part of the
    -- ledger.
    create table match_fingerprint (
      -- The match.
      match_id text primary key references match,
      -- A hash of the sport, the players by team and the scores of the games that count.
      fingerprint bytea not null,
      -- When it was played. Null if only a day was sent.
      moment timestamptz,
      -- The first day at the venue that it may have been played on, YYYY-MM-DD.
      first_day date not null,
      -- The last such day.
      last_day date not null
    )`),
  `create index match_fingerprint_lookup on match_fingerprint (fingerprint)`,

  ...table(`
    -- The facts under which an application's imports know a ghost: the same facts are the same person the next time, also
    -- if several people have that name by then.
    create table imported_ghost (
      -- The application that imported the tournament.
      application_id text not null references application,
      -- A keyed hash of what the import said about the person.
      facts_hash bytea not null,
      -- The ghost.
      member_id text not null references member,
      primary key (application_id, facts_hash)
    )`),
  `create index imported_ghost_member on imported_ghost (member_id)`,

  ...table(`
    -- A result that a player was offered to claim and declined, so that the service does not ask again.
    create table declined_claim (
      -- The player.
      member_id text not null references member,
      -- The match.
      match_id text not null references match,
      -- The ghost who played it.
      participant_id text not null references member,
      primary key (member_id, match_id, participant_id)
    )`),
];
