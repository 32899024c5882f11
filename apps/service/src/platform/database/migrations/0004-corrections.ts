import { type Kysely, sql } from 'kysely';

const statements = [
  // A match that was taken back. The match itself stays in the ledger.
  `create table match_void (
    match_id text primary key references match,
    application_id text not null references application,
    reason text not null,
    created_at timestamptz not null
  )`,

  // The ledger is read sport by sport, in order of arrival.
  `alter table match drop constraint match_arrival_key, add unique (sport, arrival)`,

  // A change has a cause. 'match' is a step of the fold over the ledger, shown in the history;
  // 'replay' is one that a correction worked out anew, in the place of the step it supersedes, and
  // is not shown; the others are what a correction did to a rating in all. A rating that is no more
  // has no values.
  `alter table rating_change
    add column cause text not null default 'match'
      check (cause in ('match', 'replay', 'void', 'merge', 'rebuild')),
    add column arrival bigint,
    add column is_superseded boolean not null default false,
    alter column match_id drop not null,
    alter column batch_id drop not null,
    alter column match_date drop not null,
    alter column rating drop not null,
    alter column mu drop not null,
    alter column sigma drop not null,
    alter column reliability drop not null`,
  `update rating_change set arrival = match.arrival from match where match.id = match_id`,
  `alter table rating_change
    add check ((cause in ('match', 'replay')) = (arrival is not null)),
    add check (arrival is null or num_nulls(match_id, rating, mu, sigma, reliability) = 0)`,
  `alter table rating_change drop constraint rating_change_pkey`,
  `drop index rating_change_member`,
  `alter table rating_change add primary key (member_id, change_order)`,
  `create unique index rating_change_step on rating_change (member_id, sport, bracket, arrival)
    where arrival is not null and not is_superseded`,
  `create index rating_change_void on rating_change (match_id) where cause = 'void'`,

  `create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception 'The table % is append-only.', tg_table_name;
    end
  $$`,
  ...['match_batch', 'match', 'match_participant', 'match_void'].map(
    (table) => `create trigger ${table}_append_only before update or delete or truncate on ${table}
      for each statement execute function refuse_change()`,
  ),
  // Of a rating change only this may change: whose it is, when a ghost is claimed, and whether it
  // was superseded. What was never shown may go.
  `create trigger rating_change_append_only before truncate or update of
      sport, bracket, match_id, batch_id, change_order, previous_rating, rating, mu, sigma,
      reliability, games, match_date, changed_at, cause, arrival
    on rating_change for each statement execute function refuse_change()`,
  `create trigger rating_change_kept before delete on rating_change
    for each row when (old.cause <> 'replay') execute function refuse_change()`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
