import { openPostgres } from '@partner-rating/service/src/platform/database/connect.ts';
import { newId } from '@partner-rating/service/src/platform/database/identifiers.ts';
import type { Database } from '@partner-rating/service/src/platform/database/schema.ts';
import { seededRandom } from '@partner-rating/service/src/platform/random.ts';
import { addParts } from '@partner-rating/service/src/ratings/store/parts.ts';
import {
  appendRatingSteps,
  type NewRatingStep,
} from '@partner-rating/service/src/ratings/store/rating-changes.ts';
import { sql } from 'kysely';
import type { Benchmark, Figure } from '../benchmark.ts';
import { embeddedFixture } from '../ingest/fixture.ts';
import { measureInRounds, millisecondsOf, ONE_ROUND } from '../measure/rounds.ts';
import { median } from '../measure/statistics.ts';
import { createUnpackedHistory, insertRatingSteps } from './unnest-insert.ts';

type Append = typeof appendRatingSteps;

const PLAYERS = 2_000;
const SIZES = {
  full: { steps: 40_000, rounds: { warmUp: 1, counted: 5 } },
  short: { steps: 800, rounds: ONE_ROUND },
};

/**
 * Measures the rating steps stored per second in packed rows with COPY, compared with one row for each bracket and an
 * insert. Each round starts with an empty history, because a growing index slows each row down.
 */
export const benchmarkHistory: Benchmark = async ({ dataset, copyDataset, length }) => {
  const { databaseUrl } = await copyDataset(dataset);
  const postgres = openPostgres(databaseUrl);
  const onPostgres = await measure(postgres.database, SIZES[length]);
  await postgres.close();

  const fixture = await embeddedFixture();
  const embedded = await fixture.open();
  const onEmbedded = await measure(embedded.database, SIZES[length]);
  await embedded.close();
  await fixture.remove();

  const figures: Figure[] = [
    { name: 'PostgreSQL: copied / inserted', value: onPostgres.ratio, goal: { atLeast: 1.5 } },
    { name: 'PostgreSQL: thousand steps a second', value: onPostgres.aSecond / 1_000 },
    {
      name: 'PostgreSQL: bytes, packed / unpacked',
      value: onPostgres.bytes,
      goal: { atMost: 0.7 },
    },
    { name: 'embedded: copied / inserted', value: onEmbedded.ratio, goal: { atLeast: 1.5 } },
    { name: 'embedded: thousand steps a second', value: onEmbedded.aSecond / 1_000 },
  ];
  return figures;
};

async function measure(
  database: Database,
  sizes: (typeof SIZES)['full'],
): Promise<{ ratio: number; aSecond: number; bytes: number }> {
  const steps = newSteps(sizes.steps);
  const members = [...new Set(steps.map(({ memberId }) => memberId))];
  const memberNumbers = new Map(members.map((memberId, index) => [memberId, index]));
  const arrivals = new Map(steps.map(({ matchId }, index) => [matchId, index]));
  await createUnpackedHistory(database);
  await addParts(database, ['pickleball'], new Date());
  const batch = { changedAt: new Date('2026-09-12T15:30:00Z'), memberNumbers, arrivals };
  const contestant = (append: Append) => async () => {
    await emptyHistory(database);
    return await millisecondsOf(
      async () =>
        await database
          .transaction()
          .execute(async (transaction) => await append(transaction, batch, steps)),
    );
  };
  const bytesOf = async (append: Append, table: string) => {
    await contestant(append)();
    const { rows } = await sql<{ bytes: number }>`
      select sum(pg_total_relation_size(oid)) as bytes from pg_class
      where oid = ${table}::regclass or pg_partition_root(oid) = ${table}::regclass
    `.execute(database);
    return Number(rows[0]?.bytes);
  };
  const rounds = await measureInRounds(sizes.rounds, {
    copied: contestant(appendRatingSteps),
    inserted: contestant(insertRatingSteps),
  });
  return {
    ratio: median(rounds.map(({ copied, inserted }) => inserted / copied)),
    aSecond: (1_000 * steps.length) / median(rounds.map(({ copied }) => copied)),
    bytes:
      (await bytesOf(appendRatingSteps, 'rating_change')) /
      (await bytesOf(insertRatingSteps, 'unpacked_change')),
  };
}

/** Disables the trigger that refuses to delete history. */
async function emptyHistory(database: Database): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction);
    await sql`truncate rating_change, unpacked_change`.execute(transaction);
  });
}

/** Doubles matches in two brackets. */
function newSteps(count: number): NewRatingStep[] {
  const random = seededRandom(1);
  const players = Array.from({ length: PLAYERS }, () => newId('mem'));
  const matches = Array.from({ length: count / 8 }, () => ({
    matchId: newId('mat'),
    first: Math.floor(random() * PLAYERS),
  }));
  return matches.flatMap(({ matchId, first }) =>
    ['overall-open', 'doubles-open'].flatMap((bracket) =>
      [0, 1, 2, 3].map((offset) => ({
        ...{ matchId, bracket, sport: 'pickleball' },
        memberId: players[(first + offset) % PLAYERS] ?? '',
        previousRating: 3.5 + random(),
        rating: 3.5 + random(),
        reliability: 0.5,
        games: 12,
      })),
    ),
  );
}
