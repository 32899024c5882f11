import type { Schemas } from '@partner-rating/server';
import { pick, type Random, sample, seededRandom } from '../src/demonstration/random.ts';
import { batchOf, matchOf } from '../src/matches/testing/batches.ts';
import { createClub, listen } from '../src/matches/testing/club.ts';
import { insertClubKey } from '../src/matches/testing/post-batch.ts';
import type { Benchmark, Figure } from './frame.ts';
import { embeddedGround, type Ground, postgresGround } from './ingest-ground.ts';
import { type RecordedBatch, recordBatches, replay } from './ingest-recording.ts';
import { load } from './load.ts';
import { startServer } from './server-process.ts';
import { median } from './statistics.ts';

const PLAYERS = 200;
const PLAYERS_OF_A_BATCH = 60;
const MATCHES_OF_A_BATCH = 100;
const BATCHES_OF_A_TURN = 3;
const TURNS = 9;

/**
 * Batches of a hundred matches over HTTP: validated, judged, rated and stored. Beside it the bare
 * transaction, the same statements with everything computed before; and a statement for each row.
 */
export const benchmarkIngest: Benchmark = async (context) => {
  const figures: Figure[] = [];
  const postgres = await measure(await postgresGround(context));
  figures.push(
    { name: 'PostgreSQL: HTTP / bare transaction', value: postgres.bare, goal: { atLeast: 0.75 } },
    { name: 'PostgreSQL: HTTP / row by row', value: postgres.rowByRow, goal: { atLeast: 6 } },
  );
  const ground = await embeddedGround();
  const embedded = await measure(ground);
  await ground.remove();
  figures.push(
    { name: 'embedded: HTTP / bare transaction', value: embedded.bare },
    { name: 'embedded: HTTP / row by row', value: embedded.rowByRow, goal: { atLeast: 10 } },
  );
  return figures;
};

/** How many batches the service stores in the time in which each peer stores one. */
async function measure(ground: Ground): Promise<{ bare: number; rowByRow: number }> {
  const prepared = await ground.open();
  const club = await createClub(prepared.database, people());
  await listen(prepared.database, club.submitter.applicationId);
  const apiKey = await insertClubKey(club);
  await prepared.close();
  const [recording, bare, rowByRow] = [
    await ground.copy(),
    await ground.copy(),
    await ground.copy(),
  ];

  const recorder = await recording.open();
  const random = seededRandom(1);
  const batches = Array.from(
    { length: TURNS * BATCHES_OF_A_TURN + BATCHES_OF_A_TURN },
    (_, index) => newBatch(random, index, club.players),
  );
  const recorded = await recordBatches(recorder.database, club, batches);
  await recorder.close();

  const service = await startServer('serve-service.ts', {
    ...ground.environment,
    INGEST_RATE_LIMIT: '0',
    // Nobody is there to be told; the events wait in the outbox.
    WEBHOOK_RETRY_SCHEDULE: '86400',
  });
  const bareDatabase = await bare.open();
  const rowDatabase = await rowByRow.open();
  const contestants = {
    service: async (turn: readonly RecordedBatch[]) => {
      const requests = turn.map(({ batch }) => requestFor(batch, apiKey));
      return await load({ port: service.port, requests, count: turn.length, connections: 1 });
    },
    bare: async (turn: readonly RecordedBatch[]) =>
      await timed(turn, async ({ setBased }) => await replay(bareDatabase.database, setBased)),
    rowByRow: async (turn: readonly RecordedBatch[]) =>
      // One of them, since they take their time.
      turn.length *
      (await timed(turn.slice(0, 1), async (batch) => {
        await replay(rowDatabase.database, batch.rowByRow);
      })),
  };
  const ratios = { bare: [] as number[], rowByRow: [] as number[] };
  for (let turn = 0; turn <= TURNS; turn += 1) {
    const ofTurn = recorded.slice(turn * BATCHES_OF_A_TURN, (turn + 1) * BATCHES_OF_A_TURN);
    const times = { service: 0, bare: 0, rowByRow: 0 };
    const order = ['service', 'bare', 'rowByRow'] as const;
    for (const name of turn % 2 === 0 ? order : order.toReversed()) {
      times[name] = await contestants[name](ofTurn);
    }
    // The first turn warms all of them up.
    if (turn === 0) continue;
    ratios.bare.push(times.bare / times.service);
    ratios.rowByRow.push(times.rowByRow / times.service);
  }
  await service.stop();
  await bareDatabase.close();
  await rowDatabase.close();
  return { bare: median(ratios.bare), rowByRow: median(ratios.rowByRow) };
}

async function timed(
  turn: readonly RecordedBatch[],
  store: (batch: RecordedBatch) => Promise<void>,
): Promise<number> {
  const start = performance.now();
  for (const batch of turn) await store(batch);
  return performance.now() - start;
}

function requestFor(batch: Schemas.MatchBatch, apiKey: string): string {
  const body = JSON.stringify(batch);
  const head = [
    'POST /api/v1/partner/matches HTTP/1.1',
    'host: localhost',
    `x-api-key: ${apiKey}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  return [...head, '', body].join('\r\n');
}

/** An evening of a club: doubles among some of its players, two games each. */
export function newBatch(
  random: Random,
  index: number,
  players: readonly { id: string }[],
): Schemas.MatchBatch {
  const present = sample(random, players, PLAYERS_OF_A_BATCH);
  const matches = Array.from({ length: MATCHES_OF_A_BATCH }, (_, match) => {
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

export function people() {
  return Array.from({ length: PLAYERS }, (_, index) => ({
    gender: index % 2 === 0 ? ('MALE' as const) : ('FEMALE' as const),
    birth_date: `${1955 + (index % 50)}-01-01`,
  }));
}
