import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { batchOf, matchOf, onDay } from '../../matches/testing/batches.ts';
import { handle } from '../../matches/testing/story.ts';
import { FIRST_POSITION } from '../domain/ledger-position.ts';
import { lockRatingsExclusive } from '../store/rating-lock.ts';
import { settleDue } from './settle-due.ts';
import { countDue, findDue, insertDue } from './store/due-positions.ts';
import { openLateClub } from './testing/late-club.ts';

const POLL_MILLISECONDS = 10;

it('a sport that becomes due while another one is being settled does not wait for it', async () => {
  const { database, club, dependencies, mike, priya } = await openLateClub('postgres');
  const padel = matchOf('padel', [[mike], [priya]], { sport: 'padel', ...onDay(1) });
  await handle(club, batchOf([padel]));
  const everybody = { ...FIRST_POSITION, memberIds: null, matchId: null, applicationId: null };
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
