import type { Schemas } from '@partner-rating/server';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { POOL_CONNECTIONS } from '../platform/database/pool.ts';
import { lockRatingsExclusive } from '../ratings/store/ratings.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { batchOf, matchOf, onDay } from './testing/batches.ts';
import { countRows, createClub } from './testing/club.ts';
import { submit } from './testing/story.ts';

const openPair = async () => {
  const database = await createTestDatabase('postgres');
  const club = await createClub(database, [{}, {}]);
  const [one, other] = club.players;
  const send = async (identifier: string, rest: Partial<Schemas.MatchBatch> = {}) =>
    await submit(club, batchOf([matchOf(identifier, [[one], [other]])], rest));
  return { database, send };
};

/** Runs work while a correction of pickleball keeps this many batches waiting. */
async function whileWaiting(
  { database, send }: Awaited<ReturnType<typeof openPair>>,
  batches: number,
  work: () => Promise<void>,
) {
  const { waiting } = await database.transaction().execute(async (correction) => {
    await lockRatingsExclusive(correction, ['pickleball']);
    const sent = Array.from({ length: batches }, (_, index) =>
      send(`match-${index}`, onDay(index)),
    );
    await work();
    return { waiting: Promise.all(sent) };
  });
  await waiting;
}

it('batches that wait for a correction leave connections to others', async () => {
  const opened = await openPair();
  await whileWaiting(opened, POOL_CONNECTIONS + 2, async () => {
    await expect(sql`select 1`.execute(opened.database)).resolves.toBeDefined();
  });
  expect(await countRows(opened.database)).toMatchObject({ match: POOL_CONNECTIONS + 2 });
});

it('batches that wait for a correction of their sport leave slots to other sports, and to dry runs', async () => {
  const opened = await openPair();
  await whileWaiting(opened, POOL_CONNECTIONS, async () => {
    const others = [{ sport: 'padel' }, { dryRun: true }];
    for (const rest of others) {
      expect(await opened.send('other', rest)).toMatchObject({ kind: 'handled' });
    }
  });
});

it('long dry runs leave connections to others', async () => {
  const { database, send } = await openPair();
  const { waiting } = await database.transaction().execute(async (transaction) => {
    await sql`lock table member`.execute(transaction);
    const dryRuns = Array.from({ length: POOL_CONNECTIONS + 2 }, () =>
      send('match', { dryRun: true }),
    );
    await expect(sql`select 1`.execute(database)).resolves.toBeDefined();
    return { waiting: Promise.all(dryRuns) };
  });

  for (const { kind } of await waiting) expect(kind).toBe('handled');
});
