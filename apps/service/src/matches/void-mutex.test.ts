import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { POOL_CONNECTIONS } from '../platform/database/connect.ts';
import type { Database } from '../platform/database/schema.ts';
import { insertApplication } from '../testing/builders.ts';
import { ConfirmsResultsError, inBatchTransaction, type RatingLock } from './batch-transaction.ts';
import { tryLockVoids } from './store/voids.ts';
import { batchOf, matchOf, onDay } from './testing/batches.ts';
import { handle, openClub } from './testing/story.ts';
import { play, reason } from './testing/voids.ts';
import { voidMatch } from './void-match.ts';
import { withVoidMutex } from './void-mutex.ts';

describe('voids of one application', () => {
  it('are refused with 429 while another takes longer than the timeout', async () => {
    const long = Promise.withResolvers<void>();
    const first = withVoidMutex('app', () => long.promise);
    const second = withVoidMutex('app', async () => {}, { timeoutMilliseconds: 0 });
    await expect(second).rejects.toMatchObject({
      code: 'rate_limited',
      status: 429,
      headers: { 'retry-after': '10' },
    });
    long.resolve();
    await first;
  });
});

describe('a void while another instance voids a match of the application', () => {
  it('is refused with 429 where that takes long, and has changed nothing', async () => {
    const { database, club, singles } = await openClub('postgres');
    const idOf = await play(club, singles);
    const { applicationId } = club.submitter;
    const request = { applicationId, matchId: idOf(singles.identifier), reason };
    await database.transaction().execute(async (elsewhere) => {
      await tryLockVoids(elsewhere, applicationId);
      const refused = voidMatch(club.dependencies, request, { timeoutMilliseconds: 0 });
      await expect(refused).rejects.toMatchObject({ code: 'rate_limited' });
    });
    const voids = database.selectFrom('match_void').selectAll();
    expect(await voids.execute()).toEqual([]);
  });

  it('waits for it where it is soon done', async () => {
    const { database, club, singles } = await openClub('postgres');
    const idOf = await play(club, singles);
    const { applicationId } = club.submitter;
    const request = { applicationId, matchId: idOf(singles.identifier), reason };
    const voided = await database.transaction().execute(async (elsewhere) => {
      await tryLockVoids(elsewhere, applicationId);
      // PostgreSQL may take its time to say what it rolled back.
      const waiting = voidMatch(club.dependencies, request, { timeoutMilliseconds: 100_000 });
      await expect.poll(() => hasRolledBack(database)).toBe(true);
      return { waiting };
    });
    expect(await voided.waiting).toMatchObject({ identifier: singles.identifier });
  });

  it('goes on at once where it is another application', async () => {
    const { database, club, singles } = await openClub('postgres');
    const idOf = await play(club, singles);
    await database.transaction().execute(async (elsewhere) => {
      await tryLockVoids(elsewhere, 'app_of_somebody_else');
      const matchId = idOf(singles.identifier);
      const { applicationId } = club.submitter;
      const request = { applicationId, matchId, reason };
      const answer = voidMatch(club.dependencies, request, { timeoutMilliseconds: 0 });
      expect(await answer).toMatchObject({ matchId });
    });
  });
});

/** Whether a transaction was refused the lock, and has not begun again. */
async function hasRolledBack(database: Database): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and query = 'rollback'
  `.execute(database);
  return rows.length > 0;
}

describe('batches of one application that each confirm an old match', () => {
  it('wait for its void without keeping the sport from others', async () => {
    const { database, club, mike, priya } = await openClub('postgres');
    const stranger = { ...club, submitter: await anotherSubmitter(database) };
    const games = Array.from({ length: POOL_CONNECTIONS }, (_, index) =>
      matchOf(`match-${index}`, [[mike], [priya]], onDay(index)),
    );
    await handle(stranger, batchOf(games));
    const long = Promise.withResolvers<void>();
    const { applicationId } = club.submitter;
    const running = withVoidMutex(applicationId, () => long.promise);
    const waiting = games.map(async (game) => await handle(club, batchOf([game])));
    const other = { ...club, submitter: await anotherSubmitter(database) };
    for (const index of games.keys()) {
      const match = matchOf(`other-${index}`, [[priya], [mike]], onDay(index));
      expect(await handle(other, batchOf([match]))).toMatchObject({ numMatches: 1 });
    }
    const responses = database.selectFrom('match_response').select('match_id');
    expect(await responses.execute()).toEqual([]);
    long.resolve();
    await running;
    const results = await Promise.all(waiting);
    expect(results.map(({ duplicates }) => duplicates)).toEqual(games.map(() => 1));
    expect(await responses.execute()).toHaveLength(2 * games.length);
  });

  it('are refused with 429 while that takes long on another instance', async () => {
    const { database, club } = await openClub('postgres');
    const { applicationId } = club.submitter;
    const locks: RatingLock[] = [];
    await database.transaction().execute(async (elsewhere) => {
      await tryLockVoids(elsewhere, applicationId);
      const refused = inBatchTransaction(database, {
        applicationId,
        sports: ['pickleball'],
        isDryRun: false,
        isValid: true,
        timeoutMilliseconds: 0,
        handle: async (_, lock) => {
          locks.push(lock);
          if (lock === 'shared') throw new ConfirmsResultsError();
          return { kind: 'handled' };
        },
      });
      await expect(refused).rejects.toMatchObject({ code: 'rate_limited', status: 429 });
    });
    expect(locks).toEqual(['shared']);
  });
});

/** An application to which nobody has granted anything. */
async function anotherSubmitter(database: Database) {
  return { applicationId: await insertApplication(database), trusted: false };
}
