import { type Kysely, sql } from 'kysely';
import { appendOnly, table } from '../schema/statements.ts';

// Those of 0015-packed-history and 0017-member-numbers.
const ENTRIES = 64;
const causes = `'match', 'void', 'merge', 'rebuild', 'confirmation', 'late', 'settlement'`;

// The brackets at this version, in the order of their letters (ratings/store/bracket-letters.ts).
const divisions = ['open', '12-13', '14-15', '16-18', '35+', '40+', '50+', '60+', '70+'];
const brackets = ['overall', 'singles', 'doubles', 'gender', 'mixed'].flatMap((category) =>
  divisions.map((division) => `${category}-${division}`),
);
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrs';

/** Selects the letters of each set of brackets in a table. A table has few different sets, and millions of rows. */
const letteredSets = (name: string) => `(
  select sets.brackets as keys, string_agg(
    substr('${LETTERS}', array_position('{${brackets.join(',')}}', key), 1), '' order by number
  ) as letters
  from (select distinct brackets from ${name}) as sets
  cross join lateral unnest(string_to_array(sets.brackets, ' ')) with ordinality as entry (key, number)
  group by sets.brackets
) as lettered`;

// Indexes are those of the parts: an index of the parent would have to contain the sport and the time.
const addParts = [
  `create function add_rating_part(parent text, sport text, year integer) returns void language plpgsql as $$
    declare
      part text := parent || '_' || replace(sport, '-', '_');
      key text := case parent
        when 'player_state' then 'member_number, match_date, arrival, state_order'
        else 'member_number, change_order'
      end;
      last integer;
      first_moment text;
    begin
      -- Only one session at a time adds parts. An advisory lock is not enough: after it, a session may not see new parts.
      execute format('lock table %I in share update exclusive mode', parent);
      if to_regclass(part) is null then
        execute format(
          'create table %I (like %I including constraints) partition by range (%I)',
          part, parent, case parent when 'player_state' then 'match_date' else 'changed_at' end
        );
        execute format('alter table %I attach partition %I for values in (%L)', parent, part, sport);
      end if;
      last := (
        select max(right(inhrelid::regclass::name, 4)::integer) from pg_inherits
        where inhparent = part::regclass
      );
      for of_year in coalesce(last + 1, year) .. year loop
        first_moment := case when last is null then 'minvalue' else quote_literal(of_year || '-01-01 00:00Z') end;
        execute format(
          'create table %I (like %I including constraints, primary key (%s))',
          part || '_' || of_year, parent, key
        );
        if parent = 'rating_change' then
          execute format(
            'create index %I on %I (arrival) where cause = ''void''',
            part || '_' || of_year || '_void', part || '_' || of_year
          );
        end if;
        execute format(
          'alter table %I attach partition %I for values from (%s) to (%L)',
          part, part || '_' || of_year, first_moment, of_year + 1 || '-01-01 00:00Z'
        );
        last := of_year;
      end loop;
    end
  $$`,
  `comment on function add_rating_part is
    'Adds the missing parts of a table for a sport, up to those of a year. The first one has all earlier years too.'`,
];

const states = [
  `alter table player_state rename to whole_state`,
  ...table(`
    -- All ratings of a player in a sport after a match: a step of the fold. Of several versions the latest one counts
    -- (ratings/store/player-states.ts). Nothing takes more bytes, so players and matches have their numbers here, brackets
    -- their letters, and the numbers are one run of bytes. There is a part for each sport and year.
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
      -- The letters of the brackets (ratings/store/bracket-letters.ts), in the alphabetical order of their keys.
      brackets text not null,
      -- For each bracket, five numbers of eight bytes as float8send writes them: mu, sigma, direction, partner with open
      -- difference, and games with the moment of the last match. Release 0.1.0 wrote mu, sigma, R, games, and the milliseconds
      -- from 1970 to the last match.
      numbers bytea not null check (octet_length(numbers) > 0 and octet_length(numbers) % 40 = 0)
    ) partition by list (sport)`),
];

const changes = [
  `drop trigger rating_change_append_only on rating_change`,
  `alter table rating_change rename to whole_change`,
  ...table(`
    -- The history: a row for what changed the ratings of a player in a sport, with an entry for each bracket, as it was shown.
    -- It may change whose it is, when a player claims a ghost. It has no foreign keys: a row is written in the transaction of
    -- its match, and the ledger is append-only. There is a part for each sport and year.
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
      -- The letters of the brackets of the entries (ratings/store/bracket-letters.ts).
      brackets text not null,
      -- Four numbers for each entry: the rating (R) before the change, R after it, the reliability after it, and how many games were
      -- rated so far. R and the reliability are NaN where the player had no rating yet, or no longer has one.
      numbers double precision[] not null check (cardinality(numbers) > 0 and cardinality(numbers) % 4 = 0),
      check (cause <> 'match' or arrival is not null)
    ) partition by list (sport)`),
];

const moveRows = [
  `select add_rating_part(parent, sport, extract(year from now() at time zone 'UTC')::integer)
    from unnest(array['player_state', 'rating_change']) as parent
    cross join (select sport from whole_state union select sport from whole_change) as used`,
  `insert into player_state (
      match_date, arrival, state_order, settlement, member_number, sport, brackets, numbers
    ) overriding system value
    select match_date, arrival, state_order, settlement, member_number, sport, letters, numbers
    from whole_state join ${letteredSets('whole_state')} on keys = brackets
    order by state_order`,
  `select setval(
      pg_get_serial_sequence('player_state', 'state_order'),
      (select coalesce(max(state_order), 0) + 1 from whole_state), false
    )`,
  `insert into rating_change (
      change_order, arrival, changed_at, member_number, sport, cause, brackets, numbers
    ) overriding system value
    select change_order, arrival, changed_at, member_number, sport, cause, letters, numbers
    from whole_change join ${letteredSets('whole_change')} on keys = brackets
    order by change_order`,
  `select setval(
      pg_get_serial_sequence('rating_change', 'change_order'),
      (select coalesce(max(change_order), 0) + ${ENTRIES} from whole_change), false
    )`,
  `drop table whole_state, whole_change`,
  appendOnly('rating_change', 'change_order, arrival, changed_at, sport, cause, brackets, numbers'),
];

/** Splits the states and the history by sport and year, and names brackets by letters. */
export async function addPartitions(database: Kysely<unknown>): Promise<void> {
  for (const statement of [...addParts, ...states, ...changes, ...moveRows])
    await sql.raw(statement).execute(database);
}
