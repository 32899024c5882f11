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

/** Returns the ratings of the members in one bracket, in no particular order. */
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
 * Returns how the boards of a ladder (a bracket of a sport) differ for an application, as the text of an array of
 * `standing_delta`: 1 for a hidden player who connected to the application, and -1 for a player who connected without
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

// Each of the two kinds has an index, which is empty for most applications. `offset 0` makes PostgreSQL look up their
// members one by one. Otherwise it may read all members and ratings.
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

/** A leaderboard: the players of some segments who are rated in one bracket of a sport and live in a location. */
export interface Board {
  sport: string;
  bracket: string;
  scope: Scope;
  /** Null if the scope does not use it. The same holds for state and city. */
  country: string | null;
  /** As sent: the database removes case and accents. Optional for the board of a city. */
  state: string | null;
  /** Without case and accents. */
  city: string | null;
  genders: readonly Gender[];
  /** Whether the board has verified players, others, or both. */
  verified: readonly boolean[];
  minGames: number;
  /** How the board differs for the application that asks, from `findBoardExceptions`. */
  exceptions: string;
}

/** A position on a board, which is ordered by distance and then by member number. */
export interface Standing {
  memberNumber: number;
  /** Thousandths of a rating below 8.000. */
  distance: number;
}

/** Returns the sports in which the boards that the application sees have a player. */
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

interface Segment {
  gender: Gender;
  isVerified: boolean;
  /** The column of `standing_bucket` that counts the segment. */
  column: string;
}

const genders: readonly Gender[] = ['MALE', 'FEMALE', 'OTHER', 'UNKNOWN'];

/** The segments into which boards divide players. */
export const segments: readonly Segment[] = genders.flatMap((gender) =>
  [true, false].map((isVerified) => ({
    gender,
    isVerified,
    column: `${gender.toLowerCase()}_${isVerified ? 'verified' : 'unverified'}`,
  })),
);

/** Returns 1 for each segment that is on the board and 0 for each other, for `playersOfSegments`. */
export function segmentsOn(board: Board): number[] {
  return segments.map(({ gender, isVerified }) =>
    board.genders.includes(gender) && board.verified.includes(isVerified) ? 1 : 0,
  );
}

/**
 * Returns SQL for how many players of some segments a row of `standing_bucket` counts. The weights are the values from
 * `$first` on. As elements of an array, the weights would cost as much as the rest of a count.
 */
export function playersOfSegments(first: number): string {
  const terms = segments.map(({ column }, index) => `${column} * $${first + index}::integer`);
  return `(${terms.join(' + ')})`;
}
