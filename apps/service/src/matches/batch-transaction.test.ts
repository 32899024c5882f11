import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { POOL_CONNECTIONS } from '../platform/database/pool.ts';
import { lockRatingsExclusive } from '../ratings/store/ratings.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { batchOf, matchOf, onDay } from './testing/batches.ts';
import { countRows, createClub } from './testing/club.ts';
import { submit } from './testing/story.ts';

it('batches that wait for a correction leave connections to everybody else', async () => {
  const database = await createTestDatabase('postgres');
  const club = await createClub(database, [{}, {}]);
  const [one, other] = club.players;
  if (one === undefined || other === undefined) throw new Error('The club has two players.');

  const waiting = await database.transaction().execute(async (correction) => {
    await lockRatingsExclusive(correction, ['pickleball']);
    const batches = Array.from({ length: POOL_CONNECTIONS + 2 }, (_, index) =>
      submit(club, batchOf([matchOf(`match-${index}`, [[one], [other]], onDay(index))])),
    );
    await expect(sql`select 1`.execute(database)).resolves.toBeDefined();
    return batches;
  });

  await Promise.all(waiting);
  expect(await countRows(database)).toMatchObject({ match: POOL_CONNECTIONS + 2 });
});

it('batches that wait for a correction of their sport leave slots to other sports', async () => {
  const database = await createTestDatabase('postgres');
  const club = await createClub(database, [{}, {}]);
  const [one, other] = club.players;
  if (one === undefined || other === undefined) throw new Error('The club has two players.');
  const send = async (identifier: string, sport: string) =>
    await submit(club, batchOf([matchOf(identifier, [[one], [other]], { sport })]));

  const waiting = await database.transaction().execute(async (correction) => {
    await lockRatingsExclusive(correction, ['pickleball']);
    const batches = Array.from({ length: POOL_CONNECTIONS }, (_, index) =>
      send(`pickleball-${index}`, 'pickleball'),
    );
    await expect(send('padel', 'padel')).resolves.toMatchObject({ kind: 'handled' });
    return batches;
  });

  await Promise.all(waiting);
});

it('dry runs that take long leave connections to everybody else', async () => {
  const database = await createTestDatabase('postgres');
  const club = await createClub(database, [{}, {}]);
  const [one, other] = club.players;
  if (one === undefined || other === undefined) throw new Error('The club has two players.');
  const batch = batchOf([matchOf('match', [[one], [other]])]);

  const { waiting } = await database.transaction().execute(async (transaction) => {
    await sql`lock table member`.execute(transaction);
    const dryRuns = Array.from({ length: POOL_CONNECTIONS + 2 }, () =>
      submit(club, { ...batch, dryRun: true }),
    );
    await expect(sql`select 1`.execute(database)).resolves.toBeDefined();
    return { waiting: Promise.all(dryRuns) };
  });

  for (const { kind } of await waiting) expect(kind).toBe('handled');
});

it('batches that wait for a correction keep no dry run waiting', async () => {
  const database = await createTestDatabase('postgres');
  const club = await createClub(database, [{}, {}]);
  const [one, other] = club.players;
  if (one === undefined || other === undefined) throw new Error('The club has two players.');
  const send = async (identifier: string, dryRun: boolean) =>
    await submit(club, { ...batchOf([matchOf(identifier, [[one], [other]])]), dryRun });

  const { waiting } = await database.transaction().execute(async (correction) => {
    await lockRatingsExclusive(correction, ['pickleball']);
    const batches = Array.from({ length: POOL_CONNECTIONS }, (_, index) =>
      send(`match-${index}`, false),
    );
    await expect(send('dry-run', true)).resolves.toMatchObject({ kind: 'handled' });
    return { waiting: Promise.all(batches) };
  });

  await waiting;
});
