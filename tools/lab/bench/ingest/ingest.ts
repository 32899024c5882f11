import type { Schemas } from '@partner-rating/server';
import { batchOf, matchOf } from '@partner-rating/service/src/matches/testing/batches.ts';
import { createClub, listen } from '@partner-rating/service/src/matches/testing/club.ts';
import { insertClubKey } from '@partner-rating/service/src/matches/testing/post-batch.ts';
import {
  pick,
  type Random,
  sample,
  seededRandom,
} from '@partner-rating/service/src/platform/random.ts';
import type { Benchmark, Figure } from '../benchmark.ts';
import { requestText, sendOneByOne } from '../measure/closed-loop.ts';
import { median } from '../measure/statistics.ts';
import { startServer } from '../servers/server-process.ts';
import { people } from '../settlement/played-sport.ts';
import { type DatabaseFixture, embeddedFixture, postgresFixture } from './fixture.ts';
import { type RecordedBatch, recordBatches, replay } from './recording.ts';

const PLAYERS = 200;
const PLAYERS_OF_A_BATCH = 60;
// Row by row is slow, so only every sixth batch is also stored in this way.
const ROW_BY_ROW_EVERY = 6;
const SIZES = {
  // Many batches warm up, so that all measured code is compiled.
  full: { matchesOfABatch: 100, batchesToWarmUp: 60, batches: 60 },
  short: { matchesOfABatch: 5, batchesToWarmUp: 0, batches: 1 },
};

/**
 * Measures batches of a hundred matches over HTTP, which are validated, judged, rated, and stored. Compares them with the
 * bare transaction, which runs the same statements with all values already computed, and with one statement for each row.
 * Background work, such as deliveries and leaderboards, is off for all three.
 */
export const benchmarkIngest: Benchmark = async (context) => {
  const figures: Figure[] = [];
  const postgres = await measure(await postgresFixture(context), SIZES[context.length]);
  figures.push(
    { name: 'PostgreSQL: HTTP / bare transaction', value: postgres.bare, goal: { atLeast: 0.75 } },
    { name: 'PostgreSQL: HTTP / row by row', value: postgres.rowByRow, goal: { atLeast: 6 } },
  );
  const fixture = await embeddedFixture();
  const embedded = await measure(fixture, SIZES[context.length]);
  await fixture.remove();
  figures.push(
    { name: 'embedded: HTTP / bare transaction', value: embedded.bare },
    { name: 'embedded: HTTP / row by row', value: embedded.rowByRow, goal: { atLeast: 10 } },
  );
  return figures;
};

/** Returns how many batches the service stores in the time in which each compared program stores one. */
async function measure(
  fixture: DatabaseFixture,
  { matchesOfABatch, batchesToWarmUp, batches: counted }: (typeof SIZES)['full'],
): Promise<{ bare: number; rowByRow: number }> {
  const prepared = await fixture.open();
  const club = await createClub(prepared.database, people(PLAYERS));
  await listen(prepared.database, club.submitter.applicationId);
  const apiKey = await insertClubKey(club);
  await prepared.close();
  const [recording, bare, rowByRow] = [
    await fixture.copy(),
    await fixture.copy(),
    await fixture.copy(),
  ];

  const recorder = await recording.open();
  const random = seededRandom(1);
  const batches = Array.from({ length: batchesToWarmUp + counted }, (_, index) =>
    newBatch(random, { index, matches: matchesOfABatch, players: club.players }),
  );
  const recorded = await recordBatches(recorder.database, club, batches);
  await recorder.close();

  const service = await startServer('api', fixture.environment);
  const bareDatabase = await bare.open();
  const rowDatabase = await rowByRow.open();
  const contestants = {
    service: async ({ batch }: RecordedBatch) => {
      const requests = [requestText('/partner/matches', apiKey, batch)];
      await sendOneByOne({ port: service.port, requests, count: 1, connections: 1 });
    },
    bare: async ({ setBased }: RecordedBatch) => await replay(bareDatabase.database, setBased),
    rowByRow: async (batch: RecordedBatch) => await replay(rowDatabase.database, batch.rowByRow),
  };
  const ratios = { bare: [] as number[], rowByRow: [] as number[] };
  for (const [index, batch] of recorded.entries()) {
    // The service and the bare transaction take turns to run first.
    const order = index % 2 === 0 ? (['service', 'bare'] as const) : (['bare', 'service'] as const);
    const isLong = index % ROW_BY_ROW_EVERY === 0;
    const times = { service: Number.NaN, bare: Number.NaN, rowByRow: Number.NaN };
    for (const name of isLong ? ([...order, 'rowByRow'] as const) : order) {
      const start = performance.now();
      await contestants[name](batch);
      times[name] = performance.now() - start;
    }
    if (index < batchesToWarmUp) continue;
    ratios.bare.push(times.bare / times.service);
    if (isLong) ratios.rowByRow.push(times.rowByRow / times.service);
  }
  await service.stop();
  await bareDatabase.close();
  await rowDatabase.close();
  return { bare: median(ratios.bare), rowByRow: median(ratios.rowByRow) };
}

interface EveningOfAClub {
  index: number;
  matches: number;
  players: readonly { id: string }[];
}

/** An evening of a club: doubles among some of its players, two games each. */
function newBatch(
  random: Random,
  { index, matches: count, players }: EveningOfAClub,
): Schemas.MatchBatch {
  const present = sample(random, players, PLAYERS_OF_A_BATCH);
  const matches = Array.from({ length: count }, (_, match) => {
    const [one, two, three, four] = sample(random, present, 4);
    if (!one || !two || !three || !four) throw new RangeError('A club has more players than that.');
    const games = [pick(random, scores), pick(random, scores)].map((points) => ({
      scores: points,
    }));
    return matchOf(
      `${index}-${match}`,
      [
        [one, two],
        [three, four],
      ],
      { games },
    );
  });
  return batchOf(matches, { matchDate: '2025-09-12T15:30:00Z', event: 'Club evening' });
}

const scores = [
  [11, 4],
  [11, 7],
  [11, 9],
];
