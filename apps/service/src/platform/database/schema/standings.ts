import { byIndex, table, withoutSamples } from './statements.ts';

// Leaderboards are read from standings: one narrow row for each rating of a player who may be on a board.
// leaderboard/README.md says how the tables work together.

// Texts are compared by their bytes, which is quickest.
const image = `
      -- The member.
      member_number bigint not null,
      -- The bracket of a sport.
      ladder_id integer not null,
      -- How many thousandths the rating is below 8.000, so that it grows down the board.
      distance integer not null,
      -- How many games were rated.
      games integer not null,
      -- That of the member.
      is_vairified boolean not null,
      -- That of the member.
      gender text collate "C" not null,
      -- That of the member. Empty if it is not known.
      country text collate "C" not null,
      -- The state as fold_state returns it. Empty if it is not known.
      state text collate "C" not null,
      -- The city_folded of the member. Empty if it is not known.
      city text collate "C" not null,`;
const columns =
  'member_number, ladder_id, distance, games, is_vairified, gender, country, state, city';

const segments = ['MALE', 'FEMALE', 'OTHER', 'UNKNOWN'].flatMap((gender) =>
  (['verified', 'unverified'] as const).map((verification) => ({
    column: `${gender.toLowerCase()}_${verification}`,
    condition: `gender = '${gender}' and ${verification === 'verified' ? '' : 'not '}is_vairified`,
  })),
);

const tables = [
  ...table(`
    -- A bracket of a sport. Its number keeps the rows of the other tables narrow.
    create table ladder (
      -- The number.
      id integer generated always as identity primary key,
      -- The sport, by its code.
      sport text not null,
      -- The bracket key.
      bracket text not null,
      unique (sport, bracket)
    )`),
  ...table(`
    -- A rating as leaderboards show it.
    create table standing (${image}
      primary key (member_number, ladder_id)
    )`),
  ...table(`
    -- A change that is not in standing yet. Triggers on rating and member append it.
    create table standing_delta (${image}
      -- 1 for a standing that was added, -1 for one that was removed.
      players integer not null
    )`),
  withoutSamples('standing_delta', ['country', 'state', 'city']),
  ...table(`
    -- How many standings a board has in a range of distances, by segment of players in one row, since most boards are of all
    -- segments. standing_boards names the boards.
    create table standing_bucket (
      -- The bracket of a sport.
      ladder_id integer not null,
      -- The country of the board. Empty for the world.
      country text collate "C" not null,
      -- The state of the board. Empty for the whole country.
      state text collate "C" not null,
      -- How wide the range is.
      width integer not null,
      -- Where the range begins.
      distance integer not null,
      ${segments
        .map(
          ({ column, condition }) => `-- Players with ${condition}.\n${column} integer not null,`,
        )
        .join('\n')}
      primary key (ladder_id, country, state, width, distance)
    ) with (fillfactor = 80)`),
];

// One for each area of a board. With gender and verification before the distance, every page of every board is read in
// order, and a count reads only the index.
const indexes = [
  `create index standing_everywhere on standing
    (ladder_id, gender, is_vairified, distance, member_number) include (games)`,
  `create index standing_country on standing
    (ladder_id, country, gender, is_vairified, distance, member_number) include (games)`,
  `create index standing_state on standing
    (ladder_id, country, state, gender, is_vairified, distance, member_number) include (games)`,
  `create index standing_city on standing
    (ladder_id, country, city, gender, is_vairified, distance, member_number) include (games, state)`,
];

// The boards with counts that a player of this location is on, by the width of their ranges. Smaller areas than these
// are counted when they are read: there are never many players.
const boards = `
  create function standing_boards(player_country text, player_state text)
    returns table (country text, state text, width integer)
    language sql immutable parallel safe
    begin atomic
      select board.country, board.state, board.width
      from (values
        ('', '', 100, true),
        ('', '', 1, true),
        (player_country, '', 100, player_country <> ''),
        (player_country, '', 1, player_country <> ''),
        (player_country, player_state, 100, player_country <> '' and player_state <> '')
      ) as board (country, state, width, is_known)
      where board.is_known;
    end`;

const isOnBoards = 'member.is_discoverable and member.merged_into is null and not member.is_ghost';

/**
 * Notes which ratings a statement added or removed. It looks up each player and each board once, because a player has
 * a rating in every bracket. The plan must not depend on statistics, which a database that is filled for the first time
 * does not have: players and boards are found by index (`offset 0`), and joined by hash.
 * @param moved The tables of the trigger.
 */
const noteRatings = (name: string, moved: readonly ('gone' | 'came')[]) => {
  const all = (selected: string) =>
    moved.map((rows) => `select distinct ${selected} from ${rows}`).join(' union ');
  const signed = moved.map(
    (rows) => `select *, ${rows === 'came' ? 1 : -1} as players from ${rows}`,
  );
  const nameLadders = `
    insert into ladder (sport, bracket)
      select distinct sport, bracket from came
      where not exists (
        select from ladder where ladder.sport = came.sport and ladder.bracket = came.bracket
      )
      order by sport, bracket
      on conflict do nothing;`;
  // Locking the members keeps them from moving or hiding until the transaction ends.
  return `
    create function ${name}() returns trigger language plpgsql
      set enable_seqscan = off set enable_nestloop = off set enable_mergejoin = off set jit = off
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
          where ${isOnBoards}
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

/** The standings that the ratings of members make, if they may be on a board. */
const standingsOf = (members: string) => `
  select
    member.member_number,
    ladder.id,
    8000 - round(rating.rating * 1000)::integer,
    rating.games,
    member.is_vairified,
    member.gender,
    coalesce(member.country, ''),
    coalesce(left(fold_state(member.state), 100), ''),
    coalesce(left(member.city_folded, 300), '')
  from rating as rating
  join ${members} as member on member.id = rating.member_id
  join ladder on ladder.sport = rating.sport and ladder.bracket = rating.bracket
  where ${isOnBoards}`;

const noteMember = (players: 1 | -1, members: string) => `
  insert into standing_delta (${columns}, players)
    select *, ${players} from (${standingsOf(members)}) as standing`;

const boardFacts = (member: 'old' | 'new') => `(${member}.is_vairified, ${member}.gender,
  ${member}.country, ${member}.state, ${member}.city_folded, ${member}.is_discoverable,
  ${member}.merged_into, ${member}.is_ghost)`;

// By these, a transaction that writes a rating or a member notes what moved. It only appends, so it never waits.
const triggers = [
  noteRatings('note_new_ratings', ['came']),
  noteRatings('note_changed_ratings', ['gone', 'came']),
  noteRatings('note_gone_ratings', ['gone']),
  `create trigger rating_inserted after insert on rating
    referencing new table as came
    for each statement execute function note_new_ratings()`,
  `create trigger rating_updated after update on rating
    referencing old table as gone new table as came
    for each statement execute function note_changed_ratings()`,
  `create trigger rating_deleted after delete on rating
    referencing old table as gone
    for each statement execute function note_gone_ratings()`,
  `create function forget_standings() returns trigger language plpgsql as $$
    begin
      truncate standing, standing_delta, standing_bucket;
      return null;
    end
  $$`,
  `create trigger rating_truncated after truncate on rating
    for each statement execute function forget_standings()`,

  // For each row, because few updates of a member change any of this.
  `create function note_moved_member() returns trigger language plpgsql ${byIndex} as $$
    begin
      ${noteMember(-1, '(select old.*)')};
      ${noteMember(1, '(select new.*)')};
      return null;
    end
  $$`,
  `create trigger member_updated after update on member
    for each row when (${boardFacts('old')} is distinct from ${boardFacts('new')})
    execute function note_moved_member()`,
];

// Writes all of it again from the ratings.
const rebuild = `
  create function rebuild_standings() returns void language plpgsql as $$
    begin
      lock table member, rating, standing in share row exclusive mode;
      truncate standing, standing_delta, standing_bucket;
      insert into ladder (sport, bracket)
        select sport, bracket from rating group by sport, bracket order by sport, bracket
        on conflict do nothing;
      insert into standing (${columns}) ${standingsOf('member')}
        order by member.member_number, ladder.id;
      insert into standing_bucket
        select standing.ladder_id, board.country, board.state, board.width,
          standing.distance / board.width * board.width,
          ${segments.map(({ condition }) => `count(*) filter (where ${condition})`).join(',\n')}
        from standing
        cross join lateral standing_boards(standing.country, standing.state) as board
        group by 1, 2, 3, 4, 5
        order by 1, 2, 3, 4, 5;
    end
  $$`;

export const standings = [...tables, ...indexes, boards, ...triggers, rebuild];
