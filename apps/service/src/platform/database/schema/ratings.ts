import { appendOnly, table, withoutSamples } from './statements.ts';

// The ratings are the fold of the ledger in the order matches were played. A match that arrives out of that order is
// settled afterwards, next to the live ratings (ratings/README.md).

const settled = `'void', 'merge', 'rebuild', 'confirmation', 'late', 'settlement'`;

export const ratings = [
  ...table(`
    -- The current rating of a player in a bracket of a sport.
    create table rating (
      -- The player.
      member_id text not null references member,
      -- The sport, by its code.
      sport text not null,
      -- The bracket key, such as overall-open.
      bracket text not null,
      -- The mean of the player's strength in the model.
      mu double precision not null,
      -- The standard deviation of the strength.
      sigma double precision not null,
      -- R: mu mapped to the scale from 2 to 8.
      rating double precision not null,
      -- How reliable R was after the last match, from 0 to 1.
      reliability double precision not null,
      -- How many games were rated.
      games integer not null,
      -- When it was last written.
      updated_at timestamptz not null,
      -- When the last match that moved it was played. Null if an earlier model rated it.
      last_played_at timestamptz,
      primary key (member_id, sport, bracket)
    )`),

  ...table(`
    -- The history: an entry for each change of a rating, as it was shown. It may change whose it is, when a player claims a
    -- ghost. It has no foreign keys: an entry is written in the transaction of its match, and the ledger is append-only.
    create table rating_change (
      -- The player.
      member_id text not null,
      -- The sport, by its code.
      sport text not null,
      -- The bracket key.
      bracket text not null,
      -- The match that caused the change. Null if there is not one only.
      match_id text,
      -- The batch of that match.
      batch_id text,
      -- The order of the changes.
      change_order bigint generated always as identity,
      -- R before. Null before the first match.
      previous_rating double precision,
      -- R after. Null if there is no rating any more.
      rating double precision,
      -- The reliability after. Null if there is no rating any more.
      reliability double precision,
      -- How many games were rated by then.
      games integer not null,
      -- When that match was played.
      match_date timestamptz,
      -- When the rating changed.
      changed_at timestamptz not null,
      -- A match when it was rated, or what made a settlement change the rating.
      cause text not null default 'match' check (cause in ('match', ${settled})),
      primary key (member_id, change_order),
      check (cause <> 'match' or num_nulls(match_id, match_date, batch_id, rating, reliability) = 0)
    )`),
  // New matches have the highest ids, so that each row goes to the end, and the players of a match share an entry.
  `create index rating_change_of_match on rating_change (match_id)
    where bracket = 'overall-open' and cause = 'match'`,
  `create index rating_change_void on rating_change (match_id) where cause = 'void'`,
  appendOnly(
    'rating_change',
    `sport, bracket, match_id, batch_id, change_order, previous_rating, rating, reliability, games,
      match_date, changed_at, cause`,
  ),

  ...table(`
    -- All ratings of a player in a sport after a match: a step of the fold. Of several versions the latest one counts
    -- (ratings/store/player-states.ts). Rebuilding writes millions of rows, so the brackets are one text and the numbers
    -- one run of bytes: PostgreSQL takes arrays apart element by element.
    create table player_state (
      -- The player.
      member_id text not null,
      -- The sport, by its code.
      sport text not null,
      -- That of the match.
      match_date timestamptz not null,
      -- That of the match.
      arrival bigint not null,
      -- The order of the versions.
      state_order bigint generated always as identity,
      -- The match.
      match_id text not null,
      -- The settlement that wrote this version, which counts once it is publishing. Null if a batch wrote it.
      settlement bigint,
      -- The bracket keys in alphabetical order, with spaces between them.
      brackets text not null,
      -- For each bracket, five numbers of eight bytes as float8send writes them: mu, sigma, R, games, and the milliseconds
      -- from 1970 to the last match. The last one is NaN if an earlier model rated it.
      numbers bytea not null check (octet_length(numbers) > 0 and octet_length(numbers) % 40 = 0),
      primary key (member_id, sport, match_date, arrival, state_order)
    )`),

  ...table(`
    -- At most one row: the model that all ratings follow from.
    create table rating_model (
      -- Always true, so that there is one row.
      single boolean primary key default true check (single),
      -- The number of the model. It changes when all ratings must be rebuilt.
      revision integer not null
    )`),

  ...table(`
    -- What an application is notified of when ratings change, whether or not it has a webhook endpoint. Updates are listed by
    -- transaction_id, then position: position is only the order of writing, and what is written first may be committed last.
    create table rating_update (
      -- The application.
      application_id text not null references application,
      -- The transaction that wrote it. 0 if it was written before the database was restored.
      transaction_id bigint not null default pg_current_xact_id()::text::bigint,
      -- The order within the transaction.
      position bigint generated always as identity,
      -- The player.
      member_id text not null references member,
      -- The data of the event, as JSON text. An empty object once the player was erased.
      data text not null,
      -- When the rating changed.
      changed_at timestamptz not null,
      primary key (application_id, transaction_id, position)
    )`),
  withoutSamples('rating_update', ['data']),
  `create index rating_update_since
    on rating_update (application_id, changed_at, transaction_id, position)`,
  `create index rating_update_member on rating_update (member_id)`,

  ...table(`
    -- From which match on the ratings of a sport must be folded again, and whose.
    create table settlement_due (
      -- The order in which it became due.
      due_order bigint generated always as identity primary key,
      -- The sport, by its code.
      sport text not null,
      -- The match_date to begin with.
      match_date timestamptz not null,
      -- The arrival to begin with, among matches of that moment.
      arrival bigint not null,
      -- Whose ratings. Null for everybody's.
      member_ids text[],
      -- Why.
      cause text not null check (cause in ('late', 'void', 'merge', 'confirmation', 'rebuild')),
      -- The match that made it due.
      match_id text references match,
      -- The application whose budget it is charged to.
      application_id text references application,
      -- Since when it is due.
      due_since timestamptz not null,
      -- The settlement that took it.
      settlement bigint
    )`),
  `create index settlement_due_position on settlement_due (sport, match_date, arrival)`,
  `create index settlement_due_match on settlement_due (match_id)`,
  `create index settlement_due_taken on settlement_due (settlement) where settlement is not null`,

  `create sequence settlement_number`,
  ...table(`
    -- The settlement of a sport that is under way. There is at most one for each sport.
    create table settlement (
      -- The sport, by its code.
      sport text primary key,
      -- The number of the settlement.
      number bigint not null default nextval('settlement_number'),
      -- The model that it rates with.
      model_revision integer not null,
      -- Its steps do not count while it is folding. They count once it is publishing, and players receive the ratings that
      -- follow from them.
      phase text not null default 'folding' check (phase in ('folding', 'publishing')),
      -- Whether it began with the first match.
      is_of_everybody boolean not null,
      -- Why.
      cause text not null check (cause in (${settled})),
      -- The match_date up to which matches were folded.
      match_date timestamptz not null,
      -- The arrival up to which matches of that moment were folded.
      arrival bigint not null,
      -- Matches that arrived after this one are not folded yet.
      last_arrival bigint not null,
      -- How many matches were rated again.
      matches bigint not null default 0,
      -- How many steps had another result than the stored one.
      steps bigint not null default 0,
      -- How many ratings changed.
      ratings bigint not null default 0,
      -- Names the instance that works on it.
      holder text not null,
      -- When the holder is considered crashed, unless it extends this time.
      held_until timestamptz not null,
      -- When it began.
      started_at timestamptz not null,
      -- It wrote every state of matches that arrived up to this one, so that none of their earlier states counts. Null if
      -- that is not known.
      replaced_up_to bigint
    )`),

  ...table(`
    -- A player whose ratings a settlement changed and has not published yet.
    create table settlement_player (
      -- The sport, by its code.
      sport text not null,
      -- The player.
      member_id text not null,
      -- Why their ratings changed.
      cause text not null check (cause in (${settled})),
      -- The match that caused it.
      match_id text,
      primary key (sport, member_id)
    )`),

  ...table(`
    -- How many matches were rated again for an application in an hour.
    create table settlement_usage (
      -- The application.
      application_id text not null references application,
      -- The beginning of the hour.
      hour timestamptz not null,
      -- How many matches.
      matches bigint not null,
      primary key (application_id, hour)
    )`),
];
