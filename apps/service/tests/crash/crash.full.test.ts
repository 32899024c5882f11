import { setTimeout as sleep } from 'node:timers/promises';
import type { Schemas } from '@partner-rating/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { batchOf, matchOf, onDay } from '../../src/matches/testing/batches.ts';
import { type Club, createClub, listen } from '../../src/matches/testing/club.ts';
import { expectAllNotified } from '../../src/matches/testing/expect-all-notified.ts';
import { foldLedger, storedRatings } from '../../src/matches/testing/fold-ledger.ts';
import { insertClubKey } from '../../src/matches/testing/post-batch.ts';
import { settleAll } from '../../src/matches/testing/settle-all.ts';
import { handle } from '../../src/matches/testing/story.ts';
import type { Database } from '../../src/platform/database/schema.ts';
import { pick, type Random, sample, seededRandom } from '../../src/platform/random.ts';
import { serviceProcess } from '../../src/testing/service-process.ts';
import { createTestDatabase } from '../../src/testing/test-database.ts';
import { type CrashFixture, embeddedFixture, postgresFixture } from './fixture.ts';
import { type Acknowledged, submitUntil, voidUntilAnswered } from './submitting-client.ts';

const CLIENTS = 5;
const PLAYERS = 24;
const MATCHES_OF_A_BATCH = 8;
// Voids the first match of every fourth batch.
const BATCHES_A_VOID = 4;
const MAX_BATCHES_OF_A_LIFE = 6;
const MAX_LIFE_MILLISECONDS = 3_000;
const BATCH_MILLISECONDS = 60;
const LONGER_THAN_A_LEASE = 60_000;
const GOLDEN_RATIO = (1 + Math.sqrt(5)) / 2;

const settings = {
  LOG_LEVEL: 'error',
  RATE_LIMIT: '0',
  NETWORK_RATE_LIMIT: '0',
  INGEST_RATE_LIMIT: '0',
  // Nobody receives events. They wait in the outbox.
  WEBHOOK_RETRY_SCHEDULE: '86400',
};

// For more kills: CRASH_FACTOR=10.
const factor = Number(process.env.CRASH_FACTOR ?? 1);

const fixtures = [
  { name: 'PostgreSQL', kills: 7 * factor, openFixture: postgresFixture },
  { name: 'the embedded database', kills: 4 * factor, openFixture: embeddedFixture },
];

describe.each(fixtures)('the service over $name, killed $kills times', ({ kills, openFixture }) => {
  it('has every acknowledged batch and void once, exact ratings, and every event', {
    timeout: 1_800_000,
  }, async () => {
    const fixture = await openFixture();
    const prepared = await fixture.open();
    const club = await createClub(prepared.database, people());
    await listen(prepared.database, club.submitter.applicationId);
    const apiKey = await insertClubKey(club);
    await prepared.close();

    const through = await submitThroughKills(club, apiKey, fixture, kills);
    const { acknowledged, voided, ...ready } = through;

    const { database, close } = await fixture.open();
    onTestFinished(close);
    await expectEachOnce(database, acknowledged);
    const voids = await database.selectFrom('match_void').select('match_id').execute();
    expect(voids.map((row) => row.match_id).toSorted()).toEqual([...voided].toSorted());
    expect(voided).not.toEqual([]);
    // The last service was killed while it had the lease of a settlement.
    await settleAll(database, () => new Date(Date.now() + LONGER_THAN_A_LEASE));
    const ratings = await storedRatings(database);
    expect(ratings).toEqual(await foldLedger(database));
    expect(ratings).toEqual(await ratingsWithoutKills(database, club, through));
    await expectAllNotified(
      database,
      acknowledged.map(({ batch }) => batch),
    );
    expectReadySoon(ready, acknowledged);
  });
});

async function submitThroughKills(
  club: Club,
  apiKey: string,
  fixture: CrashFixture,
  kills: number,
) {
  const service = await serviceProcess({ ...settings, ...fixture.environment });
  onTestFinished(service.kill);
  const readyFirst = await service.start();
  let readyAfterStop = Number.NaN;
  const readyAfter: number[] = [];
  const acknowledged: Acknowledged[] = [];
  const voided: string[] = [];
  let isOver = false;

  const killing = async () => {
    for (let kill = 0; kill < kills; kill += 1) {
      const enough = acknowledged.length + (kill % MAX_BATCHES_OF_A_LIFE);
      const deadline = performance.now() + MAX_LIFE_MILLISECONDS;
      while (acknowledged.length < enough && performance.now() < deadline) await sleep(1);
      // Evenly distributed, so that kills hit every moment of a batch.
      await sleep(((kill * GOLDEN_RATIO) % 1) * BATCH_MILLISECONDS);
      await service.kill();
      readyAfter.push(await service.start());
    }
    // With the same data and load as the starts above.
    await service.stop();
    readyAfterStop = await service.start();
    isOver = true;
  };
  const submitting = Array.from({ length: CLIENTS }, async (_, client) => {
    const nextBatch = batchesOf(client, seededRandom(client), club.players);
    const partner = { apiKey, name: `client-${client}`, nextBatch };
    await submitUntil(
      () => isOver,
      service,
      partner,
      (batch) => acknowledged.push(batch),
    );
  });
  const voiding = async () => {
    for (let next = 0; !isOver || next < acknowledged.length; next += BATCHES_A_VOID) {
      while (!isOver && next >= acknowledged.length) await sleep(1);
      const matchId = acknowledged[next]?.result.matches[0]?.id;
      if (matchId == null) continue;
      await voidUntilAnswered(service, apiKey, matchId);
      voided.push(matchId);
    }
  };
  await Promise.all([...submitting, killing(), voiding()]);
  await service.kill();
  return { acknowledged, voided, readyFirst, readyAfterStop, readyAfter };
}

function batchesOf(client: number, random: Random, players: readonly { id: string }[]) {
  let count = 0;
  // No two clients play the same score, and each score is unique on its day.
  const winner = 11 + client;
  return (): Schemas.MatchBatch => {
    count += 1;
    const matches = Array.from({ length: MATCHES_OF_A_BATCH }, (_, index) => {
      const size = pick(random, [1, 2]);
      const chosen = sample(random, players, size * 2);
      return matchOf(
        `client-${client}-${count}-${index}`,
        [chosen.slice(0, size), chosen.slice(size)],
        {
          sport: pick(random, ['pickleball', 'padel']),
          ...onDay(count * MATCHES_OF_A_BATCH + index),
          games: [
            {
              winScore: winner,
              scores: pick(random, [
                [winner, 4],
                [7, winner],
                [9, winner],
              ]),
            },
          ],
        },
      );
    });
    return batchOf(matches);
  };
}

async function expectEachOnce(database: Database, acknowledged: readonly Acknowledged[]) {
  for (const { batch, result } of acknowledged) {
    expect(result).toMatchObject({ numMatches: batch.matches.length, duplicates: 0 });
  }
  const stored = await database.selectFrom('match').select(['id', 'batch_id']).execute();
  expect(stored.map(({ id, batch_id }) => `${batch_id} ${id}`).toSorted()).toEqual(
    acknowledged
      .flatMap(({ result: { batchId, matches } }) => matches.map(({ id }) => `${batchId} ${id}`))
      .toSorted(),
  );
}

/** Returns the ratings of the same batches in the order in which they were rated, without void matches. */
async function ratingsWithoutKills(
  database: Database,
  { players }: Club,
  { acknowledged, voided }: { acknowledged: readonly Acknowledged[]; voided: readonly string[] },
) {
  const order = await database
    .selectFrom('match')
    .select(['batch_id', (expression) => expression.fn.min('arrival').as('arrival')])
    .groupBy('batch_id')
    .orderBy('arrival')
    .execute();
  const batches = new Map(
    acknowledged.map(({ batch, result }) => {
      const matches = batch.matches.filter(
        (_, index) => !voided.includes(result.matches[index]?.id ?? ''),
      );
      return [result.batchId, { ...batch, matches }];
    }),
  );
  const undisturbed = await createTestDatabase('postgres');
  const club = await createClub(
    undisturbed,
    players.map(({ id, gender, birth_date }) => ({ id, gender, birth_date })),
  );
  for (const { batch_id } of order) {
    const batch = batches.get(batch_id);
    if (batch !== undefined) await handle(club, batch);
  }
  await settleAll(undisturbed);
  return await storedRatings(undisturbed);
}

interface Ready {
  /** Milliseconds of the first start, before any kill. */
  readyFirst: number;
  /** Milliseconds of a start after a clean stop. */
  readyAfterStop: number;
  readyAfter: readonly number[];
}

function expectReadySoon(
  { readyFirst, readyAfterStop, readyAfter }: Ready,
  acknowledged: readonly Acknowledged[],
) {
  const sorted = readyAfter.toSorted((one, other) => one - other);
  const median = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const interrupted = acknowledged.filter(({ interruptions }) => interruptions > 0);
  process.stdout.write(
    `Killed ${readyAfter.length} times while ${acknowledged.length} batches were submitted: ` +
      `${interrupted.length} were interrupted, ` +
      `${acknowledged.filter(({ isReplayed }) => isReplayed).length} of them stored already. ` +
      `Ready first after ${Math.round(readyFirst)} ms, after a stop after ${Math.round(readyAfterStop)} ms, ` +
      `after a kill after ${Math.round(median)} ms, ` +
      `${Math.round(sorted.at(-1) ?? 0)} ms at worst.\n`,
  );
  expect(interrupted).not.toEqual([]);
  // A factor, because the machine may be busy. The median, because a single start may be slow for
  // other reasons.
  expect(median).toBeLessThan(4 * Math.max(readyFirst, readyAfterStop));
}

function people() {
  return Array.from({ length: PLAYERS }, (_, index) => ({
    gender: index % 2 === 0 ? ('MALE' as const) : ('FEMALE' as const),
    birth_date: `${1955 + index * 2}-01-01`,
  }));
}
