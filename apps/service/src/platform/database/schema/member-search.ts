import { byIndex, found, table } from './statements.ts';

// members/README.md says how a search uses these. Strangers search by what the public card shows. What only connected
// players are searched by needs no index.

// Most searches are narrowed by these. An index that includes them says who fits, so that members need not be read. None
// of them changes when somebody plays.
const facets =
  'gender, birth_date, country, state_folded, city_folded, is_vairified, is_wheelchair';
const included = 'gender, birth_date, is_vairified, name_folded';

const indexesOfMembers = [
  // A pending list would have to be searched as well each time.
  `create index member_name_trigrams on member using gin (name_folded gin_trgm_ops)
    with (fastupdate = off)`,
  `create index member_by_name on member (name_order, member_number)
    include (${included}, country, state_folded, city_folded) where ${found}`,
  `create index member_by_city on member (city_folded, name_order, member_number)
    include (${included}, country, state_folded) where ${found}`,
  `create index member_by_state on member (state_folded, name_order, member_number)
    include (${included}, country, city_folded) where ${found}`,
  `create index member_by_country on member (country, name_order, member_number)
    include (${included}, state_folded, city_folded) where ${found}`,
];

const tables = [
  ...table(`
    -- A word of a name. A million people share a few ten thousand.
    create table name_word (
      -- The word without case and accents.
      word text collate "C" primary key
    )`),

  ...table(`
    -- A word that a member has in their name, in the order of a list by name. Triggers write it for members who may be found.
    create table member_word (
      -- The word without case and accents.
      word text collate "C" not null,
      -- That of the member.
      name_order text collate "C" not null,
      -- The member.
      member_number bigint not null,
      -- That of the member.
      city_folded text,
      primary key (word, name_order, member_number)
    )`),
  `create index member_word_city on member_word (city_folded, word, name_order, member_number)
    where city_folded is not null`,

  ...table(`
    -- A location that a member lives or lived in. It says which countries have a city or a state. Triggers write it.
    create table member_location (
      -- The city without case and accents. Empty if it is not known.
      city_folded text not null,
      -- The state without case and accents. Empty if it is not known.
      state_folded text not null,
      -- The country. Empty if it is not known.
      country text not null,
      primary key (city_folded, state_folded, country)
    )`),
  `create index member_location_state on member_location (state_folded, country)`,

  ...table(`
    -- When a member last played, with what lists in this order are narrowed by. Triggers write it. It is not a column of
    -- member, because each match would then add an entry to every index of member.
    create table member_activity (
      -- The member.
      member_number bigint primary key,
      -- The date of the last match that they confirmed. -infinity if there is none.
      last_played_at timestamptz not null,
      -- Whether the member may be found.
      is_found boolean not null,
      -- That of the member.
      gender text not null,
      -- That of the member.
      birth_date date,
      -- That of the member.
      country text,
      -- That of the member.
      state_folded text,
      -- That of the member.
      city_folded text,
      -- That of the member.
      is_vairified boolean not null,
      -- That of the member.
      is_wheelchair boolean not null
    )`),
  `create index member_activity_latest on member_activity (last_played_at desc, member_number)
    include (${facets}) where is_found`,
];

const words = `cross join lateral unnest(string_to_array(name_folded, ' ')) as word`;

const insertWords = (source: string) => `
  insert into name_word
    select distinct word from ${source} ${words}
    where ${found} and not exists (select from name_word as known where known.word = word.word)
    order by word
    on conflict do nothing;
  insert into member_word
    select distinct word, name_order, member_number, city_folded from ${source} ${words}
    where ${found}
    order by word, name_order, member_number`;

const insertLocations = (source: string) => `
  insert into member_location
    select distinct
      coalesce(city_folded, '') as city_folded,
      coalesce(state_folded, '') as state_folded,
      coalesce(country, '') as country
    from ${source} as source
    where not exists (
      select from member_location as known
      where known.city_folded = coalesce(source.city_folded, '')
        and known.state_folded = coalesce(source.state_folded, '')
        and known.country = coalesce(source.country, '')
    )
    order by 1, 2, 3
    on conflict do nothing`;

const namesAndLocations = [
  `create function note_new_members() returns trigger language plpgsql ${byIndex} as $$
    begin
      insert into member_activity
        select member_number, '-infinity', ${found}, ${facets} from came;
      ${insertLocations('came')};
      ${insertWords('came')};
      return null;
    end
  $$`,
  `create trigger member_noted after insert on member
    referencing new table as came for each statement execute function note_new_members()`,

  // For each row, because few updates change any of this, and then for one member.
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
      ${insertLocations('(select new.*)')};
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
];

const isRated = `(
  match_participant.is_confirmed
  or exists (
    select from match_response as response
    where response.match_id = match_participant.match_id
      and response.member_id = match_participant.member_id and response.response = 'confirmed'
  )
)`;

// A report that repeats another also says when its players played.
const isCounted = `not exists (
  select from uncounted_match
  where uncounted_match.match_id = match.id and reason <> 'repeated'
)`;

// A player played who confirmed it, in a match of which a game counts.
const activity = [
  `create function note_played_matches() returns trigger language plpgsql ${byIndex} as $$
    begin
      update member_activity
        set last_played_at = played.at
        from (
          select member.member_number, max(match.match_date) as at
          from came
          join match on match.id = came.match_id
          join member on member.id = came.member_id
          where came.is_confirmed and match.brackets <> '{}'
          group by member.member_number
        ) as played
        where member_activity.member_number = played.member_number
          and member_activity.last_played_at < played.at;
      return null;
    end
  $$`,
  `create trigger match_played after insert on match_participant
    referencing new table as came for each statement execute function note_played_matches()`,

  // Reads all matches of these members again, because a void or a merge may remove their last one.
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
            where member.member_number = member_activity.member_number and match.brackets <> '{}'
              and ${isRated}
              and ${isCounted}
          ),
          '-infinity'
        )
        where member_number = any(numbers);
    end
  $$`,
  `create function note_confirmed_matches() returns trigger language plpgsql ${byIndex} as $$
    begin
      perform note_activity(array(
        select member.member_number
        from came
        join member as alias on alias.id = came.member_id
        join member on member.id = coalesce(alias.merged_into, alias.id)
        where came.response = 'confirmed'
      ));
      return null;
    end
  $$`,
  `create trigger match_confirmed after insert on match_response
    referencing new table as came for each statement execute function note_confirmed_matches()`,
];

// Writes all of it again from the members and matches.
const rebuild = `
  create function rebuild_member_search() returns void language plpgsql as $$
    begin
      lock table member, match_participant, uncounted_match in share row exclusive mode;
      truncate name_word, member_word, member_location, member_activity;
      ${insertWords('member')};
      ${insertLocations('member')};
      insert into member_activity
        select member.member_number, coalesce(played.at, '-infinity'), ${found}, ${facets}
        from member
        left join (
          select coalesce(alias.merged_into, alias.id) as member_id, max(match.match_date) as at
          from match_participant
          join match on match.id = match_participant.match_id
          join member as alias on alias.id = match_participant.member_id
          where ${isRated}
            and match.brackets <> '{}'
            and ${isCounted}
          group by 1
        ) as played on played.member_id = member.id
        order by member.member_number;
    end
  $$`;

export const memberSearch = [
  'create extension if not exists pg_trgm',
  ...indexesOfMembers,
  ...tables,
  ...namesAndLocations,
  ...activity,
  rebuild,
];
