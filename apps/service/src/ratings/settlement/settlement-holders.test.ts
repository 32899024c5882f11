import { MODEL_REVISION } from '@partner-rating/ratings';
import { describe, expect, it } from 'vitest';
import { foldLedger, storedRatings } from '../../matches/testing/fold-ledger.ts';
import { voidMatch } from '../../matches/void-match.ts';
import { databases } from '../../testing/test-database.ts';
import { rebuildRatings } from '../rebuild-ratings.ts';
import { lockRatingsExclusive, setModelRevision } from '../store/ratings.ts';
import { LEASE_MILLISECONDS, settleSport } from './settle-sport.ts';
import { countDue } from './store/due-positions.ts';
import { findSettlement } from './store/settlements.ts';
import { endAfter, openLateClub, oneByOne as sizes } from './testing/late-club.ts';

const MATCHES = 7;

describe.each(databases)('a settlement on %s', (kind) => {
  const openHalfSettled = async (chunks: number) => {
    const opened = await openLateClub(kind);
    const { dependencies, database } = opened;
    const settle = async (options = {}, own = dependencies) =>
      await settleSport(own, 'pickleball', { sizes, ...options });
    expect(await settle(endAfter(chunks))).toBe('stopped');
    const expectSettled = async () => {
      expect(await countDue(database)).toMatchObject({ positions: 0 });
      expect(await findSettlement(database, 'pickleball')).toBeUndefined();
      expect(await storedRatings(database)).toEqual(await foldLedger(database));
    };
    return { ...opened, settle, expectSettled };
  };

  it.each([1, MATCHES, MATCHES + 2])(
    'that stops after %i chunks is finished by another holder from there',
    async (chunks) => {
      const { settle, expectSettled } = await openHalfSettled(chunks);
      let read = 0;
      const onProgress = (matches: number) => {
        read += matches;
      };
      expect(await settle({ onProgress })).toBe('settled');
      expect(read).toBe(Math.max(MATCHES - chunks, 0));
      await expectSettled();
    },
  );

  it('waits for a crashed holder until the lease expires', async () => {
    const { database, dependencies, wait, settle, expectSettled } = await openHalfSettled(2);
    const held_until = new Date(dependencies.clock().getTime() + LEASE_MILLISECONDS);
    await database.updateTable('settlement').set({ holder: 'dead', held_until }).execute();
    expect(await settle()).toBe('busy');
    wait(LEASE_MILLISECONDS + 1);
    expect(await settle()).toBe('settled');
    await expectSettled();
  });

  it('is lost by a holder that was slower than its lease', async () => {
    const { dependencies, settle, expectSettled } = await openHalfSettled(2);
    const isFolding = Promise.withResolvers<void>();
    const onProgress = () => isFolding.resolve();
    const slow = settle({ pauseShare: 20, onProgress });
    await isFolding.promise;
    const later = () => new Date(dependencies.clock().getTime() + 2 * LEASE_MILLISECONDS);
    expect(await settle({}, { ...dependencies, clock: later })).toBe('settled');
    expect(await slow).toBe('busy');
    await expectSettled();
  });

  it('settles what becomes due during its fold too', async () => {
    const { database, dependencies, club, settle, expectSettled } = await openHalfSettled(3);
    const { id: matchId } = await database
      .selectFrom('match')
      .select('id')
      .where('identifier', '=', 'in order 6')
      .executeTakeFirstOrThrow();
    const request = {
      applicationId: club.submitter.applicationId,
      matchId,
      reason: 'Wrong court.',
    };
    await voidMatch(dependencies, request, { maxMatches: 0 });
    expect(await countDue(database)).toMatchObject({ positions: 2 });
    expect(await settle()).toBe('settled');
    await expectSettled();
  });

  it('begins again with a later model', async () => {
    const { database, settle, expectSettled } = await openHalfSettled(3);
    await database
      .updateTable('settlement')
      .set({ model_revision: MODEL_REVISION - 1 })
      .execute();
    let read = 0;
    const onProgress = (matches: number) => {
      read += matches;
    };
    expect(await settle({ onProgress })).toBe('settled');
    expect(read).toBe(MATCHES);
    await expectSettled();
  });

  it('of a later model is not touched by an earlier release', async () => {
    const { database, settle } = await openHalfSettled(3);
    await database
      .updateTable('settlement')
      .set({ model_revision: MODEL_REVISION + 1 })
      .execute();
    const before = await findSettlement(database, 'pickleball');
    expect(await settle()).toBe('busy');
    expect(await findSettlement(database, 'pickleball')).toEqual(before);
  });

  it('waits for a rebuild if the ratings follow from another model', async () => {
    const { database, dependencies } = await openLateClub(kind);
    await setModelRevision(database, MODEL_REVISION - 1);
    expect(await settleSport(dependencies, 'pickleball', { sizes })).toBe('waiting');
    expect(await countDue(database)).toMatchObject({ positions: 1 });
    await rebuildRatings(dependencies, { dryRun: false });
    expect(await countDue(database)).toMatchObject({ positions: 0 });
    expect(await storedRatings(database)).toEqual(await foldLedger(database));
  });
});

// Only on PostgreSQL, because nothing can delay a step on the one connection of the embedded database.
it('a holder keeps its settlement during a long step', async () => {
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
    await expect.poll(heldFor).toBe(LEASE_MILLISECONDS);
    wait(2);
    expect(await settle()).toBe('busy');
  });
  expect(await slow).toBe('settled');
});
