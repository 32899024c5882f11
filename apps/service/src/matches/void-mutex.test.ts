import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Database } from '../platform/database/schema.ts';
import { tryLockVoids } from './store/voids.ts';
import { openClub } from './testing/story.ts';
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
