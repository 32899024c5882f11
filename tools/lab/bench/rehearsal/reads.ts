import type { Database } from '@partner-rating/service/src/platform/database/schema.ts';
import { sql } from 'kysely';
import { mixture, seekMembers, toParameters } from '../search/mixture.ts';

/** One kind of read: the requests of a dataset, which are sent in turn. */
export interface Read {
  name: string;
  requests: ReadRequest[];
}

export interface ReadRequest {
  /** From the root of the service. */
  path: string;
  headers: Record<string, string>;
  body?: object;
}

interface Reader {
  members: number;
  apiKey: string;
  /** Cookies of logged-in players, for the pages. */
  cookies: readonly string[];
}

/** What the requests are about. */
interface Subjects {
  /** Connected members who played. */
  members: string[];
  /** Matches of any time. */
  matches: string[];
  /** The number of players on the leaderboard. */
  ranked: number;
}

const DIFFERENT = 500;
const SPORT = 'pickleball';
const PAGE = '&limit=20';
const DEEPEST_OFFSET = 10_000;

/** Returns every read that the rehearsal measures, with requests about different members and matches. */
export async function chooseReads(database: Database, reader: Reader): Promise<Read[]> {
  const headers = { 'x-api-key': reader.apiKey };
  const subjects = await findSubjects(database);
  const gets: [string, readonly string[]][] = [
    ...readsOfMembers(subjects),
    ...(await chooseSearches(database, reader)),
    ...readsOfMatches(subjects),
    ...readsOfBoards(subjects),
    ['usage.get', ['/partner/usage']],
    ['webhooks.listDeliveries', ['/partner/webhook-deliveries']],
  ];
  return [
    ...gets.map(([name, paths]) => ({
      name,
      requests: paths.map((path) => ({ path: `/api/v1${path}`, headers })),
    })),
    ...readsWithBody(subjects).map(({ name, path, bodies }) => ({
      name,
      requests: bodies.map((body) => ({ path: `/api/v1${path}`, headers, body })),
    })),
    ...['/account', '/account/matches'].map((path) => ({
      name: `page ${path}`,
      requests: reader.cookies.map((cookie) => ({ path, headers: { cookie } })),
    })),
  ];
}

type Paths = [name: string, paths: readonly string[]][];

function readsOfMembers({ members: ids }: Subjects): Paths {
  const of = (path: string, rest: string) => ids.map((id) => `${path}?memberId=${id}${rest}`);
  const groups = ids.map((_, first) => groupFrom(ids, first, 100));
  return [
    ['members.get', of('/partner/member', '')],
    ['members.getBulk of 100', groups.map((group) => `/partner/members?ids=${group}`)],
    ['members.listConnected', ['/partner/connections']],
    [
      'members.listRatingHistory',
      of('/partner/member/rating-history', `&sport=${SPORT}&limit=100`),
    ],
    ['members.listMatches', of('/partner/member/matches', PAGE)],
    ['members.listRatingUpdates', [`/partner/rating-updates?${PAGE.slice(1)}`]],
  ];
}

function readsOfMatches({ members, matches }: Subjects): Paths {
  return [
    ['matches.get', matches.map((id) => `/partner/matches/${id}`)],
    ['matches.list', [`/partner/matches?${PAGE.slice(1)}`]],
    ['matches.list of a member', members.map((id) => `/partner/matches?memberId=${id}${PAGE}`)],
    ['matches.list of voided matches', [`/partner/matches?status=voided${PAGE}`]],
  ];
}

function readsOfBoards({ ranked }: Subjects): Paths {
  const board = `/leaderboard?sport=${SPORT}${PAGE}`;
  const offset = Math.min(DEEPEST_OFFSET, Math.floor(ranked / 2));
  return [
    ['leaderboard.list', [board]],
    ['leaderboard.list, deep page', [`${board}&offset=${offset}`]],
    ['leaderboard.list of a city', [`${board}&scope=city&country=US&state=TX&city=Austin`]],
    ['leaderboard.listCategories', ['/leaderboard/categories']],
  ];
}

function readsWithBody({ members }: Subjects) {
  const groupsOf = (count: number) => members.map((_, first) => groupFrom(members, first, count));
  return [
    {
      ...{ name: 'leaderboard.rank', path: '/leaderboard/rank' },
      bodies: members.map((memberId) => ({ memberId, sport: SPORT })),
    },
    {
      ...{ name: 'matches.predict', path: '/partner/matches/predict' },
      bodies: groupsOf(4).map(predictionOf),
    },
    {
      ...{ name: 'matches.balance of 8', path: '/partner/matches/balance' },
      bodies: groupsOf(8).map((players) => ({ sport: SPORT, players, teamSize: 2 })),
    },
  ];
}

/** Returns some elements from a position on, and from the start after the last element. */
function groupFrom(ids: readonly string[], first: number, count: number): string[] {
  return Array.from(
    { length: Math.min(count, ids.length) },
    (_, index) => ids[(first + index) % ids.length] ?? '',
  );
}

function predictionOf([one, two, three, four]: readonly string[]): object {
  const teams = [
    [one, two],
    [three, four],
  ];
  return { sport: SPORT, matches: [{ teams }] };
}

async function chooseSearches(database: Database, { members }: Reader): Promise<Paths> {
  const sought = await seekMembers(database, members, DIFFERENT);
  const query = (values: Record<string, string>) =>
    `/partner/search?${new URLSearchParams(values)}${PAGE}`;
  const inCities = sought.filter(({ city }) => city !== null);
  return [
    [
      'members.search by name',
      sought.map((one) => query({ name: `${one.first_name} ${one.last_name}` })),
    ],
    [
      'members.search while typing',
      sought.map((one) => query({ name: one.last_name.slice(0, 4) })),
    ],
    ['members.search by place', inCities.map(({ city }) => query({ city: city ?? '' }))],
    [
      'members.search, everyday mixture',
      mixture(sought).map((one) => `/partner/search?${toParameters(one)}${PAGE}`),
    ],
  ];
}

async function findSubjects(database: Database): Promise<Subjects> {
  const { rows: members } = await sql<{ id: string }>`
    select member.id from member
    join connection on connection.member_id = member.id
    join rating on rating.member_id = member.id and bracket = 'overall-open'
    where is_discoverable and (birth_date < '2000-01-01' or birth_date is null)
    order by md5(member.id) limit ${DIFFERENT}
  `.execute(database);
  const { rows: matches } = await sql<{ id: string }>`
    select id from match order by md5(id) limit ${DIFFERENT}
  `.execute(database);
  const { rows } = await sql<{ ranked: number }>`
    select count(*)::integer as ranked from rating where bracket = 'overall-open'
  `.execute(database);
  return {
    members: members.map(({ id }) => id),
    matches: matches.map(({ id }) => id),
    ranked: rows[0]?.ranked ?? 0,
  };
}
