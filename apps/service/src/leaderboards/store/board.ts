import { sql } from 'kysely';
import { standingReliability } from '../../members/store/member-json.ts';
import { prepareStatement } from '../../platform/database/prepared-statement.ts';
import type { Database, Gender } from '../../platform/database/schema.ts';

/** A rating that puts somebody on a board. */
interface RatedMember {
  id: string;
  memberNumber: number;
  rating: number;
  reliability: number;
  games: number;
}

interface RatedMembersQuestion {
  sport: string;
  bracket: string;
  memberNumbers: readonly number[];
  now: Date;
}

/** Those ratings of the members, in no particular order. */
export async function findRatedMembers(
  database: Database,
  { sport, bracket, memberNumbers, now }: RatedMembersQuestion,
): Promise<RatedMember[]> {
  if (memberNumbers.length === 0) return [];
  return await selectEntries.run(database, [sport, bracket, memberNumbers, now]);
}

const selectEntries = prepareStatement<RatedMember>(
  'rated_members',
  `select member.id, member.member_number as "memberNumber", rating.rating, rating.games,
    ${standingReliability('$4::timestamptz')} as reliability
  from unnest($3::bigint[]) as asked (member_number)
  join member on member.member_number = asked.member_number
  join rating
    on rating.member_id = member.id and rating.sport = $1 and rating.bracket = $2`,
);

/**
 * What the boards of a ladder have otherwise for an application than for everybody, as the text of an array of
 * `standing_delta`: 1 for a player whom nobody else finds and who connected to it, -1 for one who connected without
 * their ratings.
 */
export async function findBoardExceptions(
  database: Database,
  applicationId: string,
  { sport, bracket }: Board,
): Promise<string> {
  const [found] = await selectExceptions.run(database, [applicationId, sport, bracket]);
  return found?.exceptions ?? '{}';
}

// Of the two kinds there is an index each, empty for most applications. Each of their members is looked up by itself
// (`offset 0`), or PostgreSQL may rather go through all members and ratings.
const selectExceptions = prepareStatement<{ exceptions: string | null }>(
  'board_exceptions',
  `select array_agg(row(
    member.member_number,
    ladder.id,
    8000 - round(rating.rating * 1000)::integer,
    rating.games,
    member.is_vairified,
    member.gender,
    coalesce(member.country, ''),
    coalesce(left(fold_state(member.state), 100), ''),
    coalesce(left(member.city_folded, 300), ''),
    connected.players
  )::standing_delta)::text as exceptions
  from (
    select member_id, 1 as players from connection
    where application_id = $1 and is_member_hidden and revoked_at is null
      and 'user:rating:read' = any(scopes)
    union all
    select member_id, -1 from connection
    where application_id = $1 and not is_member_hidden and revoked_at is null
      and not ('user:rating:read' = any(scopes))
  ) as connected
  cross join lateral (
    select * from rating
    where rating.member_id = connected.member_id and rating.sport = $2 and rating.bracket = $3
    offset 0
  ) as rating
  cross join lateral (
    select * from member where member.id = connected.member_id offset 0
  ) as member
  cross join (select id from ladder where sport = $2 and bracket = $3) as ladder
  where member.merged_into is null and not member.is_ghost`,
);

export const SCOPES = ['global', 'country', 'state', 'city'] as const;

export type Scope = (typeof SCOPES)[number];

/** A leaderboard: the players rated in one bracket of a sport, in a place, of some segments. */
export interface Board {
  sport: string;
  bracket: string;
  scope: Scope;
  /** Null unless the scope uses it, as the two below. */
  country: string | null;
  /** As sent; the database folds it. The board of a city may do without. */
  state: string | null;
  /** Folded. */
  city: string | null;
  genders: readonly Gender[];
  /** Which of the two there are: who is verified and who is not. */
  verified: readonly boolean[];
  minGames: number;
  /** What the application that asks sees otherwise than everybody, from `findBoardExceptions`. */
  exceptions: string;
}

/** Where somebody stands on a board, whose order is by distance and then by member number. */
export interface Standing {
  memberNumber: number;
  /** Thousandths of a rating below 8.000. */
  distance: number;
}

/** The sports somebody is rated in who may be on a board that the application sees. */
export async function findRatedSports(
  database: Database,
  applicationId: string,
): Promise<string[]> {
  const { rows } = await sql<{ sport: string }>`
    select ladder.sport
    from ladder
    cross join lateral (
      select from standing where standing.ladder_id = ladder.id
      union all
      select from standing_delta where standing_delta.ladder_id = ladder.id
      limit 1
    ) as somebody
    union
    select rating.sport
    from connection
    join rating on rating.member_id = connection.member_id
    where connection.application_id = ${applicationId} and connection.is_member_hidden
      and connection.revoked_at is null and 'user:rating:read' = any(connection.scopes)
    order by sport
  `.execute(database);
  return rows.map((row) => row.sport);
}

/** The countries whose players who may be found are of such a state or city. */
export async function findCountries(
  database: Database,
  { state, city }: Pick<Board, 'state' | 'city'>,
): Promise<string[]> {
  const rows = await database
    .selectFrom('member_location')
    .select('country')
    .distinct()
    .where('country', '<>', '')
    .$if(city !== null, (query) => query.where('city_folded', '=', city))
    .$if(state !== null, (query) =>
      query.where('state_folded', '=', sql<string>`fold_state(${state})`),
    )
    .orderBy('country')
    .execute();
  return rows.map(({ country }) => country);
}

interface Segment {
  gender: Gender;
  isVerified: boolean;
  /** The column of `standing_bucket` that counts it. */
  column: string;
}

const genders: readonly Gender[] = ['MALE', 'FEMALE', 'OTHER', 'UNKNOWN'];

/** The segments of players that boards tell apart. */
export const segments: readonly Segment[] = genders.flatMap((gender) =>
  [true, false].map((isVerified) => ({
    gender,
    isVerified,
    column: `${gender.toLowerCase()}_${isVerified ? 'verified' : 'unverified'}`,
  })),
);

/** For each segment, whether it is on the board: 1 or 0, for `playersOfSegments`. */
export function segmentsOn(board: Board): number[] {
  return segments.map(({ gender, isVerified }) =>
    board.genders.includes(gender) && board.verified.includes(isVerified) ? 1 : 0,
  );
}

/**
 * SQL for how many players of some segments a row of `standing_bucket` counts. The weights are the values
 * from `$first` on: taken out of an array they would cost as much as all the rest of a count.
 */
export function playersOfSegments(first: number): string {
  const terms = segments.map(({ column }, index) => `${column} * $${first + index}::integer`);
  return `(${terms.join(' + ')})`;
}
