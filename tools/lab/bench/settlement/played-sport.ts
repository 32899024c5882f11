import { randomUUID } from 'node:crypto';
import type { Schemas } from '@partner-rating/server';
import { foldChunk } from '@partner-rating/service/src/leaderboards/fold-deltas.ts';
import { batchOf, matchOf } from '@partner-rating/service/src/matches/testing/batches.ts';
import { type Club, createClub } from '@partner-rating/service/src/matches/testing/club.ts';
import { insertClubKey } from '@partner-rating/service/src/matches/testing/post-batch.ts';
import { handle } from '@partner-rating/service/src/matches/testing/story.ts';
import { openPostgres } from '@partner-rating/service/src/platform/database/connect.ts';
import {
  pick,
  type Random,
  sample,
  seededRandom,
} from '@partner-rating/service/src/platform/random.ts';
import {
  insertApplication,
  insertConnection,
} from '@partner-rating/service/src/testing/builders.ts';
import { sql } from 'kysely';

/** A sport that has been played for years, in its own database. */
export interface PlayedSport {
  databaseUrl: string;
  /** The keys of the partner who reported all matches, and of another partner with the same players. */
  apiKey: string;
  otherApiKey: string;
  players: readonly { id: string }[];
}

const MATCHES_OF_A_BATCH = 100;
const MATCHES_A_PLAYER = 40;
const MIN_PLAYERS = 200;
const FIRST_DAY = Date.UTC(2016, 0, 1);
const LAST_DAY = Date.UTC(2026, 0, 1);

/** A time after all matches of the sport, and a time before them. */
export const AFTERWARDS = new Date(LAST_DAY);
export const BEFOREHAND = new Date(FIRST_DAY - 24 * 60 * 60_000);

/** Submits doubles among all players, in the order of play. */
export async function playSport(
  databaseUrl: string,
  { matches, log }: { matches: number; log: (line: string) => void },
): Promise<PlayedSport> {
  const start = performance.now();
  const { database, close } = openPostgres(databaseUrl);
  const players = Math.max(MIN_PLAYERS, Math.round((4 * matches) / MATCHES_A_PLAYER));
  const club = await createClub(database, people(players));
  const other = await insertApplication(database);
  for (const { id } of club.players) await insertConnection(database, other, id);
  const random = seededRandom(1);
  for (let first = 0; first < matches; first += MATCHES_OF_A_BATCH) {
    const playedAt = new Date(FIRST_DAY + ((LAST_DAY - FIRST_DAY) * first) / matches);
    const count = Math.min(MATCHES_OF_A_BATCH, matches - first);
    await handle(club, batchOn(playedAt, doubles(random, club.players, count)));
  }
  await sql`vacuum analyze`.execute(database);
  // A running service would have done this in the background.
  while ((await foldChunk(database)) > 0);
  const apiKey = await insertClubKey(club);
  const asOther: Club = { ...club, submitter: { applicationId: other, trusted: false } };
  const otherApiKey = await insertClubKey(asOther);
  await close();
  const seconds = Math.round((performance.now() - start) / 1_000);
  log(`${matches} matches of ${players} players played in ${seconds} s`);
  return { databaseUrl, apiKey, otherApiKey, players: club.players.map(({ id }) => ({ id })) };
}

/** Creates matches between random pairs of the players, with one game each. */
export function doubles(
  random: Random,
  players: readonly { id: string }[],
  count: number,
): Schemas.MatchInput[] {
  return Array.from({ length: count }, () => {
    const [one, two, three, four] = sample(random, players, 4);
    if (!one || !two || !three || !four)
      throw new RangeError('A sport has more players than that.');
    const teams = [
      [one, two],
      [three, four],
    ];
    return matchOf(randomUUID(), teams, { games: [{ scores: pick(random, SCORES) }] });
  });
}

export function batchOn(
  playedAt: Date,
  matches: readonly Schemas.MatchInput[],
): Schemas.MatchBatch {
  return batchOf([...matches], { matchDate: playedAt.toISOString() });
}

const SCORES = [
  [11, 2],
  [11, 4],
  [11, 7],
  [11, 9],
  [6, 11],
  [9, 11],
];

/** Returns women and men of many ages. */
export function people(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    gender: index % 2 === 0 ? ('MALE' as const) : ('FEMALE' as const),
    birth_date: `${1955 + (index % 50)}-01-01`,
  }));
}
