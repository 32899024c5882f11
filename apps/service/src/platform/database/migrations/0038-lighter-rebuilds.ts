import { type Kysely, sql } from 'kysely';

// A rebuild that came to every state of a sport need not search the earlier ones for those that no match asks for.
const replacedUpTo = 'alter table settlement add column replaced_up_to bigint';

/**
 * Notes what ratings have moved: each player and board is looked up once, not for each rating, since a player has
 * one in every bracket.
 * @param moved The tables of the trigger.
 */
const noteRatings = (name: string, moved: readonly ('gone' | 'came')[]) => {
  const all = (columns: string) =>
    moved.map((table) => `select distinct ${columns} from ${table}`).join(' union ');
  const signed = moved.map(
    (table) => `select *, ${table === 'came' ? 1 : -1} as players from ${table}`,
  );
  const nameLadders = `
    insert into ladder (sport, bracket)
      select distinct sport, bracket from came
      where not exists (
        select from ladder where ladder.sport = came.sport and ladder.bracket = came.bracket
      )
      order by sport, bracket
      on conflict do nothing;`;
  // A session plans it once, perhaps while the tables are nearly empty: by index, and what was found by hash.
  return `
    create or replace function ${name}() returns trigger language plpgsql
      set enable_seqscan = off set enable_nestloop = off set enable_mergejoin = off
    as $$
      begin
        perform from member where id = any(array(${all('member_id')})) order by id for share;
        ${moved.includes('came') ? nameLadders : ''}
        insert into standing_delta (
          member_number, ladder_id, distance, games, is_vairified, gender, country, state, city, players
        )
        with player as materialized (
          select
            member.id,
            member.member_number,
            member.is_vairified,
            member.gender,
            coalesce(member.country, '') as country,
            coalesce(left(fold_state(member.state), 100), '') as state,
            coalesce(left(member.city_folded, 300), '') as city
          from (${all('member_id')}) as named
          cross join lateral (
            select * from member where member.id = named.member_id offset 0
          ) as member
          where member.is_discoverable and member.merged_into is null and not member.is_ghost
        ),
        board as materialized (
          select ladder.id, ladder.sport, ladder.bracket
          from (${all('sport, bracket')}) as named
          cross join lateral (
            select * from ladder
            where ladder.sport = named.sport and ladder.bracket = named.bracket
            offset 0
          ) as ladder
        )
        select
          player.member_number,
          board.id,
          8000 - round(rating.rating * 1000)::integer,
          rating.games,
          player.is_vairified,
          player.gender,
          player.country,
          player.state,
          player.city,
          rating.players
        from (${signed.join(' union all ')}) as rating
        join player on player.id = rating.member_id
        join board on board.sport = rating.sport and board.bracket = rating.bracket;
        return null;
      end
    $$`;
};

const statements = [
  replacedUpTo,
  noteRatings('note_new_ratings', ['came']),
  noteRatings('note_changed_ratings', ['gone', 'came']),
  noteRatings('note_gone_ratings', ['gone']),
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
