import { type Kysely, sql } from 'kysely';

// members/README.md says how a search uses these. One statement a string.

// Hostile names fold to texts too long for an index; nobody's name is that long.
const capping = [
  `update member set
      name_folded = rtrim(left(name_folded, 300)),
      name_order = rtrim(left(name_order, 300)),
      city_folded = rtrim(left(city_folded, 300))
    where greatest(length(name_folded), length(name_order), length(city_folded)) > 300`,
  `alter table member
    alter column name_folded type text collate "C",
    alter column name_order type text collate "C",
    add column state_folded text generated always as (left(fold_state(state), 100)) stored,
    add check (length(name_folded) <= 300),
    add check (length(name_order) <= 300),
    add check (length(city_folded) <= 300)`,
];

// Lists are read off indexes that hold those alone who may be found.
const found = 'is_discoverable and merged_into is null';

// What most searches narrow by, so that an index tells who fits and members need not be read. None
// of it changes when somebody plays.
const facets = [
  'gender',
  'birth_date',
  'country',
  'state_folded',
  'city_folded',
  'is_vairified',
  'is_wheelchair',
].join(', ');

const indexes = [
  `create index member_by_name on member (name_order, member_number)
    include (${facets}) where ${found}`,
  `create index member_by_city on member (city_folded, name_order, member_number)
    include (gender, birth_date, country, state_folded, is_vairified, is_wheelchair)
    where ${found}`,
  `create index member_by_state on member (state_folded, name_order, member_number)
    include (gender, birth_date, country, city_folded, is_vairified, is_wheelchair)
    where ${found}`,
  `create index member_by_country on member (country, name_order, member_number)
    include (gender, birth_date, state_folded, city_folded, is_vairified, is_wheelchair)
    where ${found}`,
  `create index member_by_zip on member (zip, name_order, member_number) where ${found}`,
  `create index member_by_birth_date on member (gender, birth_date) where ${found}`,
  `create index member_in_wheelchair on member (name_order, member_number)
    include (${facets}) where ${found} and is_wheelchair`,
  // Without a list of what is still to be indexed, which every search would have to go through.
  `create index member_name_trigrams on member using gin (name_folded gin_trgm_ops)
    with (fastupdate = off)`,
];

const tables = [
  // Every word of any name, found by any part of it. A million people share a few ten thousand.
  `create table name_word (word text collate "C" primary key)`,
  // A word's pieces of up to three letters: what it contains, it has all pieces of.
  `create function name_pieces(word text) returns text[]
    language sql immutable strict parallel safe
    return (
      select array_agg(distinct substr(word, start, size))
      from generate_series(1, length(word)) as start
      cross join generate_series(1, 3) as size
      where start + size - 1 <= length(word)
    )`,
  // Who bears a word, in the order of a list by name.
  `create table member_word (
    word text collate "C" not null,
    name_order text collate "C" not null,
    member_number bigint not null,
    city_folded text,
    primary key (word, name_order, member_number)
  )`,
  // Everywhere that members ever lived; what is not known is empty. It tells the countries of a city
  // or a state, by which standings are in order.
  `create table member_place (
    city_folded text not null,
    state_folded text not null,
    country text not null,
    primary key (city_folded, state_folded, country)
  )`,
  // When everybody played last, by the date of the match; never is -infinity. Not a column of
  // member, whose every index would have a new entry at each match.
  `create table member_activity (
    member_number bigint primary key,
    last_played_at timestamptz not null,
    is_found boolean not null,
    gender text not null,
    birth_date date,
    country text,
    state_folded text,
    city_folded text,
    is_vairified boolean not null,
    is_wheelchair boolean not null
  )`,
];

const WORDS = `cross join lateral unnest(string_to_array(name_folded, ' ')) as word`;

const insertWords = (members: string) => `
  insert into name_word
    select distinct word from ${members} ${WORDS}
    where ${found} and not exists (select from name_word as known where known.word = word.word)
    order by word
    on conflict do nothing;
  insert into member_word
    select distinct word, name_order, member_number, city_folded from ${members} ${WORDS}
    where ${found}
    order by word, name_order, member_number`;

const insertPlaces = (members: string) => `
  insert into member_place
    select distinct
      coalesce(city_folded, '') as city_folded,
      coalesce(state_folded, '') as state_folded,
      coalesce(country, '') as country
    from ${members} as source
    where not exists (
      select from member_place as known
      where known.city_folded = coalesce(source.city_folded, '')
        and known.state_folded = coalesce(source.state_folded, '')
        and known.country = coalesce(source.country, '')
    )
    order by 1, 2, 3
    on conflict do nothing`;

// A session plans the statements of a function once, perhaps while the tables are nearly empty.
const byIndex = 'set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off';

// By these, whoever writes a member or a match keeps what is searched.
const keeping = [
  `create function note_new_members() returns trigger language plpgsql ${byIndex} as $$
    begin
      insert into member_activity
        select member_number, '-infinity', ${found}, ${facets} from came;
      ${insertPlaces('came')};
      ${insertWords('came')};
      return null;
    end
  $$`,
  `create trigger member_noted after insert on member
    referencing new table as came for each statement execute function note_new_members()`,

  // For each row, since hardly an update changes any of this, and then of one member.
  `create function note_renamed_member() returns trigger language plpgsql ${byIndex} as $$
    begin
      delete from member_word
        where word = any(string_to_array(old.name_folded, ' '))
          and name_order = old.name_order and member_number = old.member_number;
      ${insertWords('(select new.*) as came')};
      return null;
    end
  $$`,
  `create trigger member_renamed after update on member
    for each row
    when ((old.name_folded, old.name_order, old.city_folded, old.is_discoverable, old.merged_into)
      is distinct from
        (new.name_folded, new.name_order, new.city_folded, new.is_discoverable, new.merged_into))
    execute function note_renamed_member()`,
  `create function note_changed_member() returns trigger language plpgsql ${byIndex} as $$
    begin
      update member_activity
        set (is_found, ${facets}) = (select ${found}, ${facets} from (select new.*) as came)
        where member_number = new.member_number;
      ${insertPlaces('(select new.*)')};
      if new.merged_into is distinct from old.merged_into then
        perform note_activity(array(
          select member_number from member where id in (old.merged_into, new.merged_into)
        ));
      end if;
      return null;
    end
  $$`,
  `create trigger member_changed after update on member
    for each row
    when ((old.is_discoverable, old.merged_into, old.gender, old.birth_date, old.country,
        old.state, old.city_folded, old.is_vairified, old.is_wheelchair)
      is distinct from (new.is_discoverable, new.merged_into, new.gender, new.birth_date,
        new.country, new.state, new.city_folded, new.is_vairified, new.is_wheelchair))
    execute function note_changed_member()`,

  `create function note_played_matches() returns trigger language plpgsql ${byIndex} as $$
    begin
      update member_activity
        set last_played_at = played.at
        from (
          select member.member_number, max(match.match_date) as at
          from came
          join match on match.id = came.match_id
          join member on member.id = came.member_id
          group by member.member_number
        ) as played
        where member_activity.member_number = played.member_number
          and member_activity.last_played_at < played.at;
      return null;
    end
  $$`,
  `create trigger match_played after insert on match_participant
    referencing new table as came for each statement execute function note_played_matches()`,

  // Read from the matches anew, for a void or a merge may take the last one away.
  `create function note_activity(numbers bigint[]) returns void language plpgsql ${byIndex} as $$
    begin
      update member_activity
        set last_played_at = coalesce(
          (
            select max(match.match_date)
            from member
            join member as alias on alias.id = member.id or alias.merged_into = member.id
            join match_participant on match_participant.member_id = alias.id
            join match on match.id = match_participant.match_id
            where member.member_number = member_activity.member_number
              and not exists (select from match_void where match_void.match_id = match.id)
          ),
          '-infinity'
        )
        where member_number = any(numbers);
    end
  $$`,
  `create function note_voided_matches() returns trigger language plpgsql ${byIndex} as $$
    begin
      perform note_activity(array(
        select member.member_number
        from came
        join match_participant on match_participant.match_id = came.match_id
        join member as alias on alias.id = match_participant.member_id
        join member on member.id = coalesce(alias.merged_into, alias.id)
      ));
      return null;
    end
  $$`,
  `create trigger match_voided after insert on match_void
    referencing new table as came for each statement execute function note_voided_matches()`,
];

// Everything anew from members and matches, whatever was there.
const rebuilding = [
  `create function rebuild_member_search() returns void language plpgsql as $$
    begin
      lock table member, match_participant, match_void in share row exclusive mode;
      truncate name_word, member_word, member_place, member_activity;
      ${insertWords('member')};
      ${insertPlaces('member')};
      insert into member_activity
        select member.member_number, coalesce(played.at, '-infinity'), ${found}, ${facets}
        from member
        left join (
          select coalesce(alias.merged_into, alias.id) as member_id, max(match.match_date) as at
          from match_participant
          join match on match.id = match_participant.match_id
          join member as alias on alias.id = match_participant.member_id
          where not exists (select from match_void where match_void.match_id = match.id)
          group by 1
        ) as played on played.member_id = member.id
        order by member.member_number;
    end
  $$`,
  'select rebuild_member_search()',
];

const indexesOfTables = [
  `create index name_word_pieces on name_word using gin (name_pieces(word))
    with (fastupdate = off)`,
  `create index member_word_city on member_word (city_folded, word, name_order, member_number)
    where city_folded is not null`,
  `create index member_place_state on member_place (state_folded, country)`,
  `create index member_activity_latest on member_activity (last_played_at desc, member_number)
    include (${facets}) where is_found`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  const statements = [
    ...capping,
    ...indexes,
    ...tables,
    ...keeping,
    ...rebuilding,
    ...indexesOfTables,
  ];
  for (const statement of statements) await sql.raw(statement).execute(database);
}
