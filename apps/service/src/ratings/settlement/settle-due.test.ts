import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { batchOf, matchOf, onDay } from '../../matches/testing/batches.ts';
import { handle } from '../../matches/testing/story.ts';
import { FIRST_POSITION } from '../domain/ledger-position.ts';
import { MODEL_REVISION } from '../domain/rating-model.ts';
import { lockRatingsExclusive } from '../store/rating-lock.ts';
import { LEASE_MILLISECONDS } from './lease-renewal.ts';
import { settleDue } from './settle-due.ts';
import { countDue, findDue, insertDue } from './store/due-positions.ts';
import { insertSettlement } from './store/settlements.ts';
import { openLateClub } from './testing/late-club.ts';

const POLL_MILLISECONDS = 10;

const everybody = { ...FIRST_POSITION, memberIds: null, matchId: null, applicationId: null };

it.each([
  ['that other holders are at', { leaseLeft: LEASE_MILLISECONDS, modelRevision: MODEL_REVISION }],
  ['that a later release has begun', { leaseLeft: -1, modelRevision: MODEL_REVISION + 1 }],
])('sports %s leave the places to others', async (_, { leaseLeft, modelRevision }) => {
  const { database, dependencies } = await openLateClub('postgres');
  const now = dependencies.clock();
  const heldUntil = new Date(now.getTime() + leaseLeft);
  // In the order in which they are settled.
  const sports = ['badminton', 'padel', 'squash'] as const;
  await database.transaction().execute(async (transaction) => {
    await insertDue(
      transaction,
      now,
      sports.map((sport) => ({ ...everybody, sport, cause: 'rebuild' })),
    );
    for (const [number, sport] of sports.slice(0, 2).entries()) {
      await insertSettlement(transaction, number, {
        ...{ sport, holder: 'another', heldUntil, startedAt: now, after: FIRST_POSITION },
        ...{ modelRevision, isOfEverybody: true, cause: 'rebuild', lastArrival: 0 },
      });
    }
  });
  await settleDue(dependencies);
  expect(await findDue(database, 'squash')).toEqual([]);
  expect(await findDue(database, 'badminton')).toHaveLength(1);
  expect(await findDue(database, 'padel')).toHaveLength(1);
});

it('a sport that becomes due while another one is being settled does not wait for it', async () => {
  const { database, club, dependencies, mike, priya } = await openLateClub('postgres');
  const padel = matchOf('padel', [[mike], [priya]], { sport: 'padel', ...onDay(1) });
  await handle(club, batchOf([padel]));
  const markDue = async (sport: string) =>
    await database.transaction().execute(async (transaction) => {
      const position = { ...everybody, sport, cause: 'rebuild' } as const;
      await insertDue(transaction, dependencies.clock(), [position]);
    });
  await markDue('pickleball');

  const isHeld = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  const holding = database.transaction().execute(async (transaction) => {
    await lockRatingsExclusive(transaction, ['pickleball']);
    isHeld.resolve();
    await mayEnd.promise;
  });
  await isHeld.promise;
  const settling = settleDue(dependencies);
  await markDue('padel');
  while ((await findDue(database, 'padel')).length > 0) await sleep(POLL_MILLISECONDS);
  expect(await findDue(database, 'pickleball')).not.toEqual([]);
  mayEnd.resolve();
  await Promise.all([holding, settling]);
  expect(await countDue(database)).toMatchObject({ positions: 0 });
});
