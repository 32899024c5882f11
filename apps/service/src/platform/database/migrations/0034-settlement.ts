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

  // A step may have versions: the one a batch wrote, and one of each settlement that came to another
  // result. The latest of those that are published counts.
  `alter table rating_change add column settlement bigint`,
  `alter table rating_change drop constraint rating_change_cause_check, add check (cause in
    ('match', 'replay', ${causes}))`,
  `drop index rating_change_step`,
  `create index rating_change_step
    on rating_change (member_id, sport, bracket, match_date, arrival, change_order)
    where arrival is not null and not is_superseded`,
  `create index rating_change_replay on rating_change (member_id, sport) where cause = 'replay'`,

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
