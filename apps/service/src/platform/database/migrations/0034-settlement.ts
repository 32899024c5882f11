import { type Kysely, sql } from 'kysely';

// The ratings are the fold of the ledger in the order matches were played, and what arrives out of that
// order is settled afterwards, beside the live ratings. One statement a string.
const causes = `'void', 'merge', 'rebuild', 'confirmation', 'late', 'settlement'`;

const statements = [
  `create index match_played on match (sport, match_date, arrival)`,

  `alter table unconfirmed_participation add column match_date timestamptz`,
  `update unconfirmed_participation set match_date = match.match_date
    from match where match.id = match_id`,
  `alter table unconfirmed_participation alter column match_date set not null`,
  `drop index unconfirmed_participation_member`,
  `create index unconfirmed_participation_played
    on unconfirmed_participation (member_id, sport, match_date, arrival)`,

  // The history keeps what was shown. What the fold goes on from is not part of it any more: it has a row
  // for each player of a match, with versions: the one a batch wrote, and one of each settlement that came to
  // another result. The latest of those that are published counts.
  `drop trigger rating_change_append_only on rating_change`,
  `drop trigger rating_change_kept on rating_change`,
  `delete from rating_change where cause = 'replay'`,
  `alter table rating_change
    drop column arrival, drop column is_superseded, drop column mu, drop column sigma,
    drop column last_played_at,
    drop constraint rating_change_cause_check,
    add check (cause in ('match', ${causes})),
    add check (cause <> 'match' or num_nulls(match_id, match_date, batch_id, rating, reliability) = 0)`,
  // Whose it is may change, when a ghost is claimed.
  `create trigger rating_change_append_only before delete or truncate or update of
      sport, bracket, match_id, batch_id, change_order, previous_rating, rating, reliability, games,
      match_date, changed_at, cause, explanation
    on rating_change for each statement execute function refuse_change()`,
  `create table player_state (
    member_id text not null,
    sport text not null,
    match_date timestamptz not null,
    arrival bigint not null,
    state_order bigint generated always as identity,
    match_id text not null,
    settlement bigint,
    brackets text[] not null,
    numbers double precision[] not null,
    primary key (member_id, sport, match_date, arrival, state_order),
    check (cardinality(numbers) = 5 * cardinality(brackets))
  )`,

  // What is to be folded again, and from where.
  `create table settlement_due (
    due_order bigint generated always as identity primary key,
    sport text not null,
    match_date timestamptz not null,
    arrival bigint not null,
    member_ids text[],
    cause text not null check (cause in ('late', 'void', 'merge', 'confirmation', 'rebuild')),
    match_id text references match,
    application_id text references application,
    due_since timestamptz not null,
    settlement bigint
  )`,
  `create index settlement_due_position on settlement_due (sport, match_date, arrival)`,
  `create index settlement_due_match on settlement_due (match_id)`,
  `create index settlement_due_taken on settlement_due (settlement) where settlement is not null`,

  // The settlement of a sport that is under way, one at most.
  `create sequence settlement_number`,
  `create table settlement (
    sport text primary key,
    number bigint not null default nextval('settlement_number'),
    model_revision integer not null,
    phase text not null default 'folding' check (phase in ('folding', 'publishing')),
    is_of_everybody boolean not null,
    cause text not null check (cause in (${causes})),
    match_date timestamptz not null,
    arrival bigint not null,
    last_arrival bigint not null,
    matches bigint not null default 0,
    steps bigint not null default 0,
    ratings bigint not null default 0,
    holder text not null,
    held_until timestamptz not null,
    started_at timestamptz not null
  )`,
  `create table settlement_player (
    sport text not null,
    member_id text not null,
    cause text not null check (cause in (${causes})),
    match_id text,
    primary key (sport, member_id)
  )`,

  // How many matches were rated again for an application in an hour.
  `create table settlement_usage (
    application_id text not null references application,
    hour timestamptz not null,
    matches bigint not null,
    primary key (application_id, hour)
  )`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
