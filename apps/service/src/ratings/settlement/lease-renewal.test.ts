import { expect, it } from 'vitest';
import { lockRatingsExclusive } from '../store/rating-lock.ts';
import { LEASE_MILLISECONDS } from './lease-renewal.ts';
import { settleSport } from './settle-sport.ts';
import { findSettlement } from './store/settlements.ts';
import { openLateClub, oneByOne as sizes } from './testing/late-club.ts';

// The embedded database has one connection, so nobody makes a step wait there.
it('a settlement is kept by its holder however long a step takes', async () => {
  const { database, dependencies, wait } = await openLateClub('postgres');
  const settle = async (onProgress = () => {}) =>
    await settleSport(dependencies, 'pickleball', { sizes, onProgress });
  const isFolding = Promise.withResolvers<void>();
  const slow = settle(isFolding.resolve);
  await isFolding.promise;
  await database.transaction().execute(async (transaction) => {
    await lockRatingsExclusive(transaction, ['pickleball']);
    wait(LEASE_MILLISECONDS - 1);
    const heldFor = async () => {
      const settlement = await findSettlement(database, 'pickleball');
      return Number(settlement?.held_until) - dependencies.clock().getTime();
    };
    await expect.poll(heldFor, { timeout: 60_000 }).toBe(LEASE_MILLISECONDS);
    wait(2);
    expect(await settle()).toBe('busy');
  });
  expect(await slow).toBe('settled');
});
