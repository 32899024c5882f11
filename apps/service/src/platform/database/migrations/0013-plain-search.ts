import { type Kysely, sql } from 'kysely';
import { byIndex, found } from '../schema/statements.ts';

const words = `cross join lateral unnest(string_to_array(name_folded, ' ')) as word`;

const insertWords = (source: string) => `
  insert into member_word
    select distinct word, name_order, member_number, city_folded from ${source} ${words}
    where ${found}
    order by word, name_order, member_number`;

// A search looks up the members of a list, so the lists only need the order.
const lists = [
  ...['name', 'city', 'state', 'country'].map((list) => `drop index member_by_${list}`),
  `create index member_by_name on member (name_order, member_number) where ${found}`,
  ...['city_folded', 'state_folded', 'country'].map(
    (column) => `create index member_by_${column.replace('_folded', '')}
      on member (${column}, name_order, member_number) where ${found}`,
  ),
  // Drops the columns, and the index that includes them.
  `alter table member_activity drop column gender, drop column birth_date, drop column country,
    drop column state_folded, drop column city_folded, drop column is_vairified, drop column is_wheelchair`,
  `comment on table member_activity is 'When a member last played. Triggers write it. It is not a column of member, because each match would then add an entry to every index of member.'`,
  `create index member_activity_latest on member_activity (last_played_at desc, member_number)
    where is_found`,
];

const lookUps = [
  // The words of first names, which are also found by their beginnings. An order of 60 letters may have cut a word.
  `create index member_word_shown on member_word (word)
    where ' ' || name_order like '% ' || word || '%' or length(name_order) >= 60`,
  `drop table name_word`,
  // In which countries a city or a state is.
  `create index member_city_country on member (city_folded, coalesce(country, ''), state_folded) where ${found}`,
  `create index member_state_country on member (state_folded, coalesce(country, '')) where ${found}`,
  // The planner keeps the samples of an expression after its rows are gone.
  ...['city', 'state'].map(
    (name) => `alter index member_${name}_country alter column 2 set statistics 0`,
  ),
  `drop table member_location`,
];

const triggers = [
  `create or replace function note_new_members() returns trigger language plpgsql ${byIndex} as $$
    begin
      insert into member_activity select member_number, '-infinity', ${found} from came;
      ${insertWords('came')};
      return null;
    end
  $$`,
  `create or replace function note_renamed_member() returns trigger language plpgsql ${byIndex} as $$
    begin
      delete from member_word
        where word = any(string_to_array(old.name_folded, ' '))
          and name_order = old.name_order and member_number = old.member_number;
      ${insertWords('(select new.*) as came')};
      return null;
    end
  $$`,
  `create or replace function note_changed_member() returns trigger language plpgsql ${byIndex} as $$
    begin
      update member_activity set is_found = new.is_discoverable and new.merged_into is null
        where member_number = new.member_number;
      if new.merged_into is distinct from old.merged_into then
        perform note_activity(array(
          select member_number from member where id in (old.merged_into, new.merged_into)
        ));
      end if;
      return null;
    end
  $$`,
  `drop trigger member_changed on member`,
  `create trigger member_changed after update on member
    for each row
    when ((old.is_discoverable, old.merged_into) is distinct from (new.is_discoverable, new.merged_into))
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

const rebuild = `
  create or replace function rebuild_member_search() returns void language plpgsql as $$
    begin
      lock table member, match_participant, uncounted_match in share row exclusive mode;
      truncate member_word, member_activity;
      ${insertWords('member')};
      insert into member_activity
        select member.member_number, coalesce(played.at, '-infinity'), ${found}
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

/** Makes searches read the words and locations of members from indexes, without separate tables. */
export async function simplifySearch(database: Kysely<unknown>): Promise<void> {
  for (const statement of [...lists, ...lookUps, ...triggers, rebuild]) {
    await sql.raw(statement).execute(database);
  }
}
