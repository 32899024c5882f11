import { type Kysely, sql } from 'kysely';
import { appendOnly, byIndex, table } from '../schema/statements.ts';

// Those of 0015-packed-history.
const ENTRIES = 64;
const causes = `'match', 'void', 'merge', 'rebuild', 'confirmation', 'late', 'settlement'`;

const uncounted = [
  `alter table uncounted_match add column arrival bigint`,
  `comment on column uncounted_match.arrival is 'That of the match, by which states of its players are found not to count.'`,
  `update uncounted_match set arrival = match.arrival from match where match.id = match_id`,
  `alter table uncounted_match alter column arrival set not null, add unique (arrival)`,
  `create or replace function note_void() returns trigger language plpgsql ${byIndex} as $$
    begin
      delete from uncounted_match where match_id in (select match_id from came);
      insert into uncounted_match (match_id, arrival, reason)
      select match.id, match.arrival, 'voided' from came join match on match.id = came.match_id;
      return null;
    end
  $$`,
];

const states = [
  `alter table player_state rename to named_state`,
  `alter table named_state rename constraint player_state_pkey to named_state_pkey`,
  ...table(`
    -- All ratings of a player in a sport after a match: a step of the fold. Of several versions the latest one counts
    -- (ratings/store/player-states.ts). Nothing takes more bytes, so players and matches have their numbers here, the brackets
    -- are one text, and the numbers one run of bytes.
    create table player_state (
      -- That of the match.
      match_date timestamptz not null,
      -- The match, by the order of its arrival.
      arrival bigint not null,
      -- The order of the versions.
      state_order bigint generated always as identity,
      -- The settlement that wrote this version, which counts once it is publishing. Null if a batch wrote it.
      settlement bigint,
      -- The player.
      member_number integer not null,
      -- The sport, by its code.
      sport text not null,
      -- The bracket keys in alphabetical order, with spaces between them.
      brackets text not null,
      -- For each bracket, five numbers of eight bytes as float8send writes them: mu, sigma, direction, partner with open
      -- difference, and games with the moment of the last match. Release 0.1.0 wrote mu, sigma, R, games, and the milliseconds
      -- from 1970 to the last match.
      numbers bytea not null check (octet_length(numbers) > 0 and octet_length(numbers) % 40 = 0),
      primary key (member_number, sport, match_date, arrival, state_order)
    )`),
  `insert into player_state (
      match_date, arrival, state_order, settlement, member_number, sport, brackets, numbers
    ) overriding system value
    select match_date, arrival, state_order, settlement, member_number, sport, brackets, numbers
    from named_state join member on member.id = member_id
    order by state_order`,
  `select setval(
      pg_get_serial_sequence('player_state', 'state_order'),
      (select coalesce(max(state_order), 0) + 1 from named_state), false
    )`,
  `drop table named_state`,
];

const changes = [
  `drop trigger rating_change_append_only on rating_change`,
  `alter table rating_change rename to named_change`,
  `alter table named_change rename constraint rating_change_pkey to named_change_pkey`,
  `drop index rating_change_void`,
  ...table(`
    -- The history: a row for what changed the ratings of a player in a sport, with an entry for each bracket, as it was shown.
    -- It may change whose it is, when a player claims a ghost. It has no foreign keys: a row is written in the transaction of
    -- its match, and the ledger is append-only.
    create table rating_change (
      -- The order of the first entry. The others follow it.
      change_order bigint generated always as identity (increment by ${ENTRIES}),
      -- The match that caused the change, by the order of its arrival. Null if there is not one only.
      arrival bigint,
      -- When the ratings changed.
      changed_at timestamptz not null,
      -- The player.
      member_number integer not null,
      -- The sport, by its code.
      sport text not null,
      -- A match when it was rated, or what made a settlement change the ratings.
      cause text not null default 'match' check (cause in (${causes})),
      -- The bracket keys of the entries, with spaces between them.
      brackets text not null,
      -- Four numbers for each entry: the rating (R) before the change, R after it, the reliability after it, and how many games were
      -- rated so far. R and the reliability are NaN where the player had no rating yet, or no longer has one.
      numbers double precision[] not null check (cardinality(numbers) > 0 and cardinality(numbers) % 4 = 0),
      primary key (member_number, change_order),
      check (cause <> 'match' or arrival is not null)
    )`),
  `insert into rating_change (
      change_order, arrival, changed_at, member_number, sport, cause, brackets, numbers
    ) overriding system value
    select
      change_order, match.arrival, changed_at, member_number, named_change.sport, cause,
      named_change.brackets, numbers
    from named_change
    join member on member.id = member_id
    left join match on match.id = match_id
    order by change_order`,
  `select setval(
      pg_get_serial_sequence('rating_change', 'change_order'),
      (select coalesce(max(change_order), 0) + ${ENTRIES} from named_change), false
    )`,
  `drop table named_change`,
  `create index rating_change_void on rating_change (arrival) where cause = 'void'`,
  appendOnly('rating_change', 'change_order, arrival, changed_at, sport, cause, brackets, numbers'),
];

/** Names players and matches by numbers instead of texts where most rows are. */
export async function addMemberNumbers(database: Kysely<unknown>): Promise<void> {
  for (const statement of [...uncounted, ...states, ...changes])
    await sql.raw(statement).execute(database);
}
