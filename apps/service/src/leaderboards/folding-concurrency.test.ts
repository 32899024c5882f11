import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { ingestBatch } from '../matches/submit/ingest-batch.ts';
import { batchOf, matchOf } from '../matches/testing/batches.ts';
import { type Club, createClub } from '../matches/testing/club.ts';
import type { Database } from '../platform/database/schema.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { type BoardChoice, toBoard } from './domain/board.ts';
import { foldChunk } from './fold-deltas.ts';
import { readPage } from './read-page.ts';
import { foldDeltas, rebuildStandings, tryLockFolding } from './store/fold.ts';
import { naiveBoard, readGrants } from './testing/naive-board.ts';
import { rate } from './testing/players.ts';

const ROUNDS = 12;

const PLAYERS = 24;

const everywhere: BoardChoice = {
  sport: 'pickleball',
  category: 'overall',
  ageBracket: 'open',
  scope: 'global',
  verifiedOnly: false,
  minGames: 0,
};

const boards: BoardChoice[] = [
  everywhere,
  { ...everywhere, scope: 'country', country: 'US' },
  { ...everywhere, scope: 'state', country: 'US', state: 'TX', gender: 'FEMALE' },
  { ...everywhere, scope: 'city', country: 'US', city: 'Austin', verifiedOnly: true },
  { ...everywhere, category: 'singles', minGames: 3 },
];

async function openClub(): Promise<Club> {
  const database = await createTestDatabase('postgres');
  return await createClub(
    database,
    Array.from({ length: PLAYERS }, (_, index) => ({
      gender: index % 2 === 0 ? ('MALE' as const) : ('FEMALE' as const),
      country: index % 3 === 0 ? 'CA' : 'US',
      state: 'TX',
      city: 'Austin',
    })),
  );
}

/** A board as one application sees it. Either all players are connected to the application, or none. */
interface Look {
  database: Database;
  applicationId: string;
  choice: BoardChoice;
}

async function read({ database, applicationId, choice }: Look) {
  const view = { board: toBoard(choice), part: null };
  const wanted = { after: null, offset: 0, limit: 100 };
  return await readPage(database, { applicationId, now: new Date() }, view, wanted);
}

/** Merges the deltas into the boards (folds) and reads as long as the writers write, and compares the result with the plain computation. */
async function watch(club: Club, writers: readonly Promise<unknown>[]): Promise<void> {
  const { database } = club.dependencies;
  const looks = boards.flatMap((choice) =>
    [club.submitter.applicationId, 'app'].map((applicationId) => ({
      database,
      applicationId,
      choice,
    })),
  );
  let writing = true;
  const fold = async () => {
    while (writing) await foldChunk(database, 7);
  };
  const look = async () => {
    while (writing) for (const look of looks) await expectValid(look);
  };
  const written = Promise.all(writers).finally(() => {
    writing = false;
  });
  await Promise.all([written, fold(), fold(), look()]);

  for (const look of looks) await expectExact(look);
  while ((await foldChunk(database)) > 0);
  for (const look of looks) await expectExact(look);
}

async function expectValid(look: Look): Promise<void> {
  const { players, total } = await read(look);
  expect(players).toHaveLength(total);
  expect(players.map(({ rank }) => rank)).toEqual(
    players.map(({ R }) => 1 + players.filter((other) => other.R > R).length),
  );
}

async function expectExact(look: Look): Promise<void> {
  const { database, applicationId, choice } = look;
  const grants = await readGrants(database, applicationId);
  const expected = await naiveBoard(database, choice, grants);
  const { players } = await read(look);
  expect(players.map(({ rank, memberId }) => [rank, memberId])).toEqual(
    expected.map(({ rank, memberNumber }) => [rank, memberNumber]),
  );
}

function playerAt({ players }: Club, index: number): { id: string } {
  return players[index % PLAYERS] ?? { id: 'nobody' };
}

async function play(club: Club, writer: number): Promise<void> {
  const player = (index: number) => playerAt(club, index);
  for (let batch = 0; batch < ROUNDS; batch += 1) {
    const start = writer * 5 + batch * 3;
    const { kind } = await ingestBatch(
      club.dependencies,
      club.submitter,
      batchOf([
        matchOf(`${writer}-${batch}-doubles`, [
          [player(start), player(start + 1)],
          [player(start + 2), player(start + 3)],
        ]),
        matchOf(`${writer}-${batch}-singles`, [[player(start + 4)], [player(start)]]),
      ]),
    );
    expect(kind).toBe('handled');
  }
}

async function changeRating(club: Club, writer: number): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    await club.dependencies.database
      .updateTable('member')
      .set({
        country: round % 2 === 0 ? 'US' : 'CA',
        is_discoverable: (round + writer) % 3 !== 0,
        gender: round % 2 === 0 ? 'FEMALE' : 'MALE',
      })
      .where('id', '=', playerAt(club, writer * 7 + round).id)
      .execute();
  }
}

async function rateAlone(club: Club, writer: number): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id } = playerAt(club, writer * 7 + round);
    await rate(club.dependencies.database, id, { rating: 3 + ((writer * 13 + round) % 17) / 10 });
  }
}

const writers = Array.from({ length: 8 }, (_, writer) => writer);

it('a board counts every player once while matches are rated and players move', async () => {
  const club = await openClub();
  await watch(
    club,
    writers.flatMap((writer) => [play(club, writer), changeRating(club, writer)]),
  );
});

it('a board counts every player once even if the writers of ratings lock no member first', async () => {
  const club = await openClub();
  await watch(
    club,
    writers.flatMap((writer) => [rateAlone(club, writer), changeRating(club, writer)]),
  );
});

it('a rebuild of the standings and the folding of deltas wait for each other, whichever was first', async () => {
  const database = await createTestDatabase('postgres');
  const waiting = async () => {
    const { rows } = await sql`
      select 1 from pg_locks join pg_database on pg_database.oid = database
      where datname = current_database() and not granted
    `.execute(database);
    return rows.length;
  };
  let rebuilt: Promise<void> | undefined;
  await database.transaction().execute(async (transaction) => {
    expect(await tryLockFolding(transaction)).toBe(true);
    await sql`lock table standing_delta in row exclusive mode`.execute(transaction);
    rebuilt = rebuildStandings(database);
    await expect.poll(waiting).toBeGreaterThan(0);
    await foldDeltas(transaction, 7);
  });
  await rebuilt;
});
