import { type Kysely, sql } from 'kysely';
import { appendOnly, table } from '../schema/statements.ts';

// Entries of a row have consecutive numbers from that of the row, so rows leave room for them.
const ENTRIES = 64;

const causes = `'match', 'void', 'merge', 'rebuild', 'confirmation', 'late', 'settlement'`;

const statements = [
  `drop trigger rating_change_append_only on rating_change`,
  `alter table rating_change rename to unpacked_change`,
  `alter table unpacked_change rename constraint rating_change_pkey to unpacked_change_pkey`,
  `drop index rating_change_of_match, rating_change_void`,
  ...table(`
    -- The history: a row for what changed the ratings of a player in a sport, with an entry for each bracket, as it was shown.
    -- It may change whose it is, when a player claims a ghost. It has no foreign keys: a row is written in the transaction of
    -- its match, and the ledger is append-only.
    create table rating_change (
      -- The player.
      member_id text not null,
      -- The sport, by its code.
      sport text not null,
      -- The match that caused the change. Null if there is not one only.
      match_id text,
      -- The order of the first entry. The others follow it.
      change_order bigint generated always as identity (increment by ${ENTRIES}),
      -- When that match was played.
      match_date timestamptz,
      -- When the ratings changed.
      changed_at timestamptz not null,
      -- A match when it was rated, or what made a settlement change the ratings.
      cause text not null default 'match' check (cause in (${causes})),
      -- The bracket keys of the entries, with spaces between them.
      brackets text not null,
      -- For each entry four numbers: R before, R after, the reliability after, and the rated games by then. NaN if there was no
      -- rating before, or is none any more.
      numbers double precision[] not null check (cardinality(numbers) > 0 and cardinality(numbers) % 4 = 0),
      primary key (member_id, change_order),
      check (cause <> 'match' or num_nulls(match_id, match_date) = 0)
    )`),
  `insert into rating_change (
      member_id, sport, match_id, change_order, match_date, changed_at, cause, brackets, numbers
    ) overriding system value
    select
      member_id, sport, match_id, min(change_order), match_date, changed_at, cause,
      string_agg(bracket, ' ' order by change_order) filter (where index = 1),
      array_agg(number order by change_order, index)
    from unpacked_change
    cross join lateral unnest(array[
      coalesce(previous_rating, 'NaN'), coalesce(rating, 'NaN'), coalesce(reliability, 'NaN'), games
    ]) with ordinality as entry (number, index)
    group by member_id, sport, match_id, match_date, changed_at, cause`,
  `select setval(
      pg_get_serial_sequence('rating_change', 'change_order'),
      (select coalesce(max(change_order), 0) + ${ENTRIES} from unpacked_change), false
    )`,
  `drop table unpacked_change`,
  `create index rating_change_void on rating_change (match_id) where cause = 'void'`,
  appendOnly(
    'rating_change',
    'sport, match_id, change_order, match_date, changed_at, cause, brackets, numbers',
  ),
];

/** Stores one row of the history for each player and match instead of one for each bracket. */
export async function packHistory(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
