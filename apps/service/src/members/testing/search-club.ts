import { sql } from 'kysely';
import { rebuildStandings } from '../../leaderboards/store/fold.ts';
import { newId } from '../../platform/database/identifiers.ts';
import type { Database, Gender } from '../../platform/database/schema.ts';
import { pick, type Random, sample, seededRandom } from '../../platform/random.ts';
import { lettersOf } from '../../ratings/store/bracket-letters.ts';
import { insertApplication, insertConnection, insertOwnGhost } from '../../testing/builders.ts';
import { nameColumns } from '../domain/names.ts';

/** Everything about a member that a search may look at. */
export interface ClubMember {
  id: string;
  memberNumber: number;
  first_name: string;
  last_name: string;
  city: string | null;
  state: string | null;
  zip: string | null;
  country: string | null;
  gender: Gender;
  birth_date: string | null;
  is_vairified: boolean;
  is_wheelchair: boolean;
  is_ghost: boolean;
  is_discoverable: boolean;
  /** Ratings by `sport bracket`. */
  ratings: Map<string, number>;
  /** When they played, without voided matches. */
  played: Date[];
  mergedInto: ClubMember | null;
  /** Whether they are connected to the application `search-club`, or a ghost (a member without an account) of its own. */
  isConnected: boolean;
}

export const clubDay = new Date('2026-03-01T12:00:00Z');

const firstNames = [
  ...['Mike', 'Michał', 'Anne-Marie', 'Zoë', 'İpek'],
  ...['Jo', '太郎', 'Maria', 'O', 'mike'],
];
const lastNames = [
  ...['Brennan', 'O’Brien', 'García López', 'Østergård', 'Mikelson'],
  ...['Li', '山田', 'Bren', '…', 'Ann'],
];
const cities = ['Austin', 'São Paulo', 'SAO PAULO', 'Round Rock', 'Łódź', null];
const states = ['TX', 'tx', 'Québec', 'QUEBEC', 'CA', null];
const zips = ['78704', '78705', 'SW1A 1AA', null];
const countries = ['US', 'BR', 'CA', null];
const genders: Gender[] = ['MALE', 'FEMALE', 'OTHER', 'UNKNOWN'];
const birthDates = [
  ...['1986-04-30', '2004-02-29', '2008-03-01', '2008-03-02'],
  ...['1986-03-01', '1950-12-31', null],
];
export const clubSports = ['pickleball', 'padel', 'tennis'];
export const clubBrackets = ['overall-open', 'singles-open', 'overall-35+'];

/** Inserts a club of random people, the same for the same seed, as the service writes them. */
export async function insertClub(database: Database, size: number): Promise<ClubMember[]> {
  const random = seededRandom(7);
  const club = Array.from({ length: size }, (_, index) => makeMember(random, index));
  await insertMembers(database, club);
  await insertRatings(database, club);
  await rebuildStandings(database);
  await changeRatings(database, random, club);
  await insertMatches(database, random, club);
  const members = club.filter((member) => !member.is_ghost);
  for (const ghost of club.filter((member) => member.is_ghost && random() < 0.3)) {
    ghost.mergedInto = pick(random, members);
    const merged = database.updateTable('member').set({ merged_into: ghost.mergedInto.id });
    await merged.where('id', '=', ghost.id).execute();
    ghost.mergedInto.played.push(...ghost.played);
  }
  return club;
}

function makeMember(random: Random, index: number): ClubMember {
  const member = {
    id: newId('mem'),
    memberNumber: 20_001 + index,
    first_name: pick(random, firstNames),
    last_name: pick(random, lastNames),
    city: pick(random, cities),
    state: pick(random, states),
    zip: pick(random, zips),
    country: pick(random, countries),
    gender: pick(random, genders),
    birth_date: pick(random, birthDates),
    is_vairified: random() < 0.4,
    is_wheelchair: random() < 0.2,
    is_ghost: random() < 0.2,
    is_discoverable: random() < 0.9,
    ratings: makeRatings(random),
    played: [],
    mergedInto: null,
    isConnected: random() < 0.3,
  };
  return { ...member, is_vairified: member.is_vairified && !member.is_ghost };
}

function makeRatings(random: Random): Map<string, number> {
  const sports = sample(random, clubSports, Math.floor(random() * 3));
  return new Map(
    sports.flatMap((sport) =>
      clubBrackets
        .filter((bracket) => bracket === 'overall-open' || random() < 0.4)
        .map((bracket) => [`${sport} ${bracket}`, 3.5 + Math.floor(random() * 8) / 1_000]),
    ),
  );
}

async function insertMembers(database: Database, club: readonly ClubMember[]): Promise<void> {
  await database
    .insertInto('member')
    .values(
      club.map(({ ratings, played, mergedInto, isConnected, memberNumber, ...member }) => ({
        ...member,
        ...nameColumns(member),
        member_number: memberNumber,
        email: null,
        created_at: clubDay,
      })),
    )
    .execute();
}

async function insertRatings(database: Database, club: readonly ClubMember[]): Promise<void> {
  const rows = club.flatMap((member) =>
    [...member.ratings].map(([key, rating]) => {
      const [sport = '', bracket = ''] = key.split(' ');
      const skill = { mu: 25, sigma: 5, reliability: 0.5, games: 3 };
      return { member_id: member.id, sport, bracket, rating, ...skill, updated_at: clubDay };
    }),
  );
  await database.insertInto('rating').values(rows).execute();
}

// So that some ratings are in the standings, and some only in the deltas.
async function changeRatings(
  database: Database,
  random: Random,
  club: readonly ClubMember[],
): Promise<void> {
  for (const member of sample(random, club, club.length / 4)) {
    const [change] = member.ratings;
    if (change === undefined) continue;
    const [key, rating] = change;
    const [sport = '', bracket = ''] = key.split(' ');
    const changed = Math.round(rating * 1_000 + 2) / 1_000;
    member.ratings.set(key, changed);
    const ratings = database.updateTable('rating').set({ rating: changed });
    const ofMember = ratings.where('member_id', '=', member.id).where('sport', '=', sport);
    await ofMember.where('bracket', '=', bracket).execute();
  }
}

const DAY_MILLISECONDS = 24 * 60 * 60 * 1_000;

async function insertMatches(
  database: Database,
  random: Random,
  club: readonly ClubMember[],
): Promise<void> {
  const applicationId = await insertApplication(database, { client_id: 'search-club' });
  for (const { id, is_ghost } of club.filter((member) => member.isConnected)) {
    if (is_ghost) await insertOwnGhost(database, applicationId, id);
    else await insertConnection(database, applicationId, id);
  }
  const batchId = newId('bat');
  await database
    .insertInto('match_batch')
    .values({ id: batchId, application_id: applicationId, identifier: null, created_at: clubDay })
    .execute();
  for (let index = 0; index < club.length / 3; index += 1) {
    const id = newId('mat');
    // Few different days, so that many have the same last day.
    const date = new Date(clubDay.getTime() - Math.floor(random() * 5) * DAY_MILLISECONDS);
    const players = sample(random, club, 2);
    const isVoided = random() < 0.3;
    const { arrival } = await database
      .insertInto('match')
      .values({
        ...{ id, batch_id: batchId, application_id: applicationId, identifier: `match-${index}` },
        ...{ content_hash: new Uint8Array(32), sport: 'padel', match_date: date },
        ...{ brackets: lettersOf(['overall-open']), content: '{}', created_at: clubDay },
      })
      .returning('arrival')
      .executeTakeFirstOrThrow();
    await sql`
      insert into match_participant (match_date, arrival, member_number, team, position)
      select ${date}::timestamptz, ${arrival}::bigint, member_number, player.team - 1, 0
      from unnest(${players.map(({ id }) => id)}::text[]) with ordinality as player (id, team)
      join member on member.id = player.id
    `.execute(database);
    if (isVoided) {
      const voided = { match_id: id, application_id: applicationId, reason: 'Wrong' };
      await database
        .insertInto('match_void')
        .values({ ...voided, created_at: clubDay })
        .execute();
    } else {
      for (const player of players) player.played.push(date);
    }
  }
}
