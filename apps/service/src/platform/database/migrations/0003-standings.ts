import { type Kysely, sql } from 'kysely';

// Leaderboards are read from standings: one narrow row for each rating of everybody who may be on a
// board. leaderboard/README.md says how the tables work together. One statement a string.

// depth is how many thousandths a rating lies below the highest, so that it grows down the board. A
// place that is not known is empty. Texts are compared by their bytes, which is quickest.
const image = `
    member_number bigint not null,
    ladder_id integer not null,
    depth integer not null,
    games integer not null,
    is_vairified boolean not null,
    gender text collate "C" not null,
    country text collate "C" not null,
    state text collate "C" not null,
    city text collate "C" not null`;
const columns =
  'member_number, ladder_id, depth, games, is_vairified, gender, country, state, city';

const kinds = ['male', 'female', 'other', 'unknown'].flatMap((gender) => [
  { column: `${gender}_verified`, isOne: `gender = '${gender.toUpperCase()}' and is_vairified` },
  {
    column: `${gender}_unverified`,
    isOne: `gender = '${gender.toUpperCase()}' and not is_vairified`,
  },
]);

const tables = [
  // A bracket of a sport, by a number, which keeps the rows below narrow.
  `create table ladder (
    id integer generated always as identity primary key,
    sport text not null,
    bracket text not null,
    unique (sport, bracket)
  )`,
  `create table standing (${image},
    primary key (member_number, ladder_id)
  )`,
  // What the standings do not hold yet: 1 for a row that came, -1 for one that went.
  `create table standing_move (${image},
    players integer not null
  )`,
  // How many standings there are in each stretch of depth, on the boards standing_boards names: of
  // every kind of players in a row, since most boards are of all kinds.
  `create table standing_tally (
    ladder_id integer not null,
    country text collate "C" not null,
    state text collate "C" not null,
    width integer not null,
    depth integer not null,
    ${kinds.map(({ column }) => `${column} integer not null`).join(',\n')},
    primary key (ladder_id, country, state, width, depth)
  ) with (fillfactor = 80)`,
];

const readings = [
  // A state as it is compared: without case and accents. Most are plain letters. Not strict, or it
  // would be called for every row instead of becoming part of the statement.
  String.raw`create function fold_state(state text) returns text
    language sql immutable parallel safe
    return case
      when octet_length(state) = length(state) then lower(state)
      else lower(regexp_replace(normalize(state, nfkd), '[\u0300-\u036f]', '', 'g'))
    end`,

  // The boards with counts that a player of this place is on, by the width of their stretches. On
  // a state's board what is finer is counted: it is never much.
  `create function standing_boards(player_country text, player_state text)
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
    end`,
];

/** The standings that ratings make, where their members may be on a board. */
const standingsOf = (ratings: string, members: string) => `
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
  from ${ratings} as rating
  join ${members} as member on member.id = rating.member_id
  join ladder on ladder.sport = rating.sport and ladder.bracket = rating.bracket
  where member.is_discoverable and member.merged_into is null`;

const note = (players: 1 | -1, standings: string) => `
  insert into standing_move (${columns}, players)
    select *, ${players} from (${standings}) as standing`;

// A session plans the statements of a function once, perhaps while the tables are nearly empty.
const byIndex = 'set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off';

const trigger = (name: string, ...statements: string[]) => `
  create function ${name}() returns trigger language plpgsql ${byIndex} as $$
    begin
      ${statements.join(';\n')};
      return null;
    end
  $$`;

// Until the transaction ends none of them moves or opts out unseen: what is read of them here holds.
const lockMembers = (ratings: string) => `
  perform from member where id in (select member_id from ${ratings} as moved) order by id for share`;

const nameLadders = `
  insert into ladder (sport, bracket)
    select distinct sport, bracket from came
    where not exists (
      select from ladder where ladder.sport = came.sport and ladder.bracket = came.bracket
    )
    order by sport, bracket
    on conflict do nothing`;

const boardFacts = (member: 'old' | 'new') => `(${member}.is_vairified, ${member}.gender,
  ${member}.country, ${member}.state, ${member}.city_folded, ${member}.is_discoverable,
  ${member}.merged_into)`;

// Whoever writes a rating or a member notes by these what moved, and waits for nobody: it is appended
// to what nobody changes.
const triggers = [
  trigger(
    'note_new_ratings',
    lockMembers('came'),
    nameLadders,
    note(1, standingsOf('came', 'member')),
  ),
  trigger(
    'note_changed_ratings',
    lockMembers('(select member_id from gone union select member_id from came)'),
    nameLadders,
    note(-1, standingsOf('gone', 'member')),
    note(1, standingsOf('came', 'member')),
  ),
  trigger('note_gone_ratings', lockMembers('gone'), note(-1, standingsOf('gone', 'member'))),
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
      truncate standing, standing_move, standing_tally;
      return null;
    end
  $$`,
  `create trigger rating_truncated after truncate on rating
    for each statement execute function forget_standings()`,

  // For each row, since hardly an update of a member changes any of this.
  trigger(
    'note_moved_member',
    note(-1, standingsOf('rating', '(select old.*)')),
    note(1, standingsOf('rating', '(select new.*)')),
  ),
  `create trigger member_updated after update on member
    for each row when (${boardFacts('old')} is distinct from ${boardFacts('new')})
    execute function note_moved_member()`,
];

// One for each reach of a board. With gender and verification before depth, every page of every
// board is read off in order, and a count reads nothing but the index.
const indexes = [
  `create index standing_everywhere on standing
    (ladder_id, gender, is_vairified, depth, member_number) include (games)`,
  `create index standing_country on standing
    (ladder_id, country, gender, is_vairified, depth, member_number) include (games)`,
  `create index standing_state on standing
    (ladder_id, country, state, gender, is_vairified, depth, member_number) include (games)`,
  `create index standing_city on standing
    (ladder_id, country, city, gender, is_vairified, depth, member_number) include (games, state)`,
];

// Everything anew from the ratings, whatever was there.
const rebuilding = [
  `create function rebuild_standings() returns void language plpgsql as $$
    begin
      lock table member, rating, standing in share row exclusive mode;
      truncate standing, standing_move, standing_tally;
      insert into ladder (sport, bracket)
        select sport, bracket from rating group by sport, bracket order by sport, bracket
        on conflict do nothing;
      insert into standing (${columns}) ${standingsOf('rating', 'member')}
        order by member.member_number, ladder.id;
      insert into standing_tally
        select standing.ladder_id, board.country, board.state, board.width,
          standing.depth / board.width * board.width,
          ${kinds.map(({ isOne }) => `count(*) filter (where ${isOne})`).join(',\n')}
        from standing
        cross join lateral standing_boards(standing.country, standing.state) as board
        group by 1, 2, 3, 4, 5
        order by 1, 2, 3, 4, 5;
    end
  $$`,
  'select rebuild_standings()',
];

export async function up(database: Kysely<unknown>): Promise<void> {
  const statements = [...tables, ...readings, ...triggers, ...rebuilding, ...indexes];
  for (const statement of statements) await sql.raw(statement).execute(database);
}
