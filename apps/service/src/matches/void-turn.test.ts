import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { tryHoldVoids } from './store/voids.ts';
import { openClub } from './testing/story.ts';
import { play, reason, takeBack } from './testing/voids.ts';
import { voidMatch } from './void-match.ts';
import { inVoidTurn } from './void-turn.ts';

describe('voids of one application', () => {
  it('are done one after the other, in the order they came', async () => {
    const told: string[] = [];
    const turn = async (name: string) =>
      await inVoidTurn('app', async () => {
        told.push(`${name} begins`);
        await Promise.resolve();
        told.push(`${name} ends`);
      });
    await Promise.all([turn('one'), turn('two'), turn('three')]);
    expect(told).toEqual(
      ['one', 'two', 'three'].flatMap((name) => [`${name} begins`, `${name} ends`]),
    );
  });

  it('go on after one that failed', async () => {
    const failed = inVoidTurn('app', () => Promise.reject(new Error('The database is gone.')));
    const next = inVoidTurn('app', () => Promise.resolve('done'));
    await expect(failed).rejects.toThrow('The database is gone.');
    expect(await next).toBe('done');
  });

  it('are refused with 429 while another takes long, and are not done later', async () => {
    const long = Promise.withResolvers<void>();
    const first = inVoidTurn('app', () => long.promise);
    let isDone = false;
    const second = inVoidTurn(
      'app',
      async () => {
        isDone = true;
      },
      { patienceMilliseconds: 0 },
    );
    await expect(second).rejects.toMatchObject({
      code: 'rate_limited',
      status: 429,
      headers: { 'retry-after': '10' },
    });
    long.resolve();
    await first;
    await inVoidTurn('app', async () => {});
    expect(isDone).toBe(false);
  });

  it('keep no other application waiting', async () => {
    const long = Promise.withResolvers<void>();
    const first = inVoidTurn('app', () => long.promise);
    expect(await inVoidTurn('another', () => Promise.resolve('done'))).toBe('done');
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
      await tryHoldVoids(elsewhere, applicationId);
      const refused = voidMatch(club.dependencies, request, { patienceMilliseconds: 0 });
      await expect(refused).rejects.toMatchObject({ code: 'rate_limited' });
    });
    const voids = database.selectFrom('match_void').selectAll();
    expect(await voids.execute()).toEqual([]);
  });

  it('waits for it where it is soon done', async () => {
    const { database, club, singles } = await openClub('postgres');
    const idOf = await play(club, singles);
    const voided = await database.transaction().execute(async (elsewhere) => {
      await tryHoldVoids(elsewhere, club.submitter.applicationId);
      const waiting = takeBack(club, idOf(singles.identifier));
      // Long enough to have been refused once.
      await sql`select pg_sleep(0.1)`.execute(elsewhere);
      return { waiting };
    });
    expect(await voided.waiting).toMatchObject({ identifier: singles.identifier });
  });

  it('goes on at once where it is another application', async () => {
    const { database, club, singles } = await openClub('postgres');
    const idOf = await play(club, singles);
    await database.transaction().execute(async (elsewhere) => {
      await tryHoldVoids(elsewhere, 'app_of_somebody_else');
      const matchId = idOf(singles.identifier);
      const { applicationId } = club.submitter;
      const request = { applicationId, matchId, reason };
      const answer = voidMatch(club.dependencies, request, { patienceMilliseconds: 0 });
      expect(await answer).toMatchObject({ matchId });
    });
  });
});
