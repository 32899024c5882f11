import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { mergeGhost } from '../../matches/claims/merge-ghost.ts';
import { batchOf } from '../../matches/testing/batches.ts';
import { handle, openClub } from '../../matches/testing/story.ts';
import { voidMatch } from '../../matches/void-match.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/schema.ts';
import { insertMember } from '../../testing/builders.ts';
import { rebuildRatings } from '../rebuild-ratings.ts';
import { lockRatingsExclusive, lockRatingsShared } from './ratings.ts';

/** Holds the lock until `release` is called. */
async function openTransaction(
  database: Database,
  lock: (transaction: DatabaseTransaction) => Promise<void>,
) {
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const ended = database.transaction().execute(async (transaction) => {
    await lock(transaction);
    held.resolve();
    await released.promise;
  });
  await held.promise;
  return async () => {
    released.resolve();
    await ended;
  };
}

/** Whether the action ends by itself, or waits for a lock. */
async function waits(database: Database, action: Promise<unknown>): Promise<boolean> {
  let isDone = false;
  const end = () => {
    isDone = true;
  };
  action.then(end, end);
  while (!isDone) {
    const { rows } = await sql`
      select from pg_locks
      where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())
    `.execute(database);
    if (rows.length > 0) return true;
  }
  return false;
}

async function openPlayedClub() {
  const opened = await openClub('postgres');
  const { database, club, singles, mike } = opened;
  const { matches } = await handle(club, batchOf([singles]));
  const ghost = await insertMember(database, { is_ghost: true });
  const { applicationId } = club.submitter;
  const request = { applicationId, matchId: matches[0]?.id ?? '', reason: 'Wrong court.' };
  const { dependencies } = club;
  return {
    ...opened,
    corrections: {
      void: () => voidMatch(dependencies, request),
      rebuild: () => rebuildRatings(dependencies, { dryRun: false }),
      claim: () => mergeGhost(dependencies, { ghost: ghost.id, member: mike.id }),
    },
  };
}

describe('while matches of a sport are being rated', () => {
  it.each(['void', 'rebuild', 'claim'] as const)('a %s waits', async (name) => {
    const { database, corrections } = await openPlayedClub();
    const release = await openTransaction(database, (transaction) =>
      lockRatingsShared(transaction, ['pickleball']),
    );
    const correction = corrections[name]();
    expect(await waits(database, correction)).toBe(true);
    await release();
    await correction;
  });

  it('a claim waits even if the ghost never played the sport', async () => {
    const { database, corrections } = await openPlayedClub();
    const release = await openTransaction(database, (transaction) =>
      lockRatingsShared(transaction, ['tennis']),
    );
    const claim = corrections.claim();
    expect(await waits(database, claim)).toBe(true);
    await release();
    await claim;
  });

  it('other batches do not wait', async () => {
    const { database, club, doubles } = await openPlayedClub();
    const release = await openTransaction(database, (transaction) =>
      lockRatingsShared(transaction, ['pickleball']),
    );
    expect(await waits(database, handle(club, batchOf([doubles])))).toBe(false);
    await release();
  });
});

describe('while a sport is being corrected', () => {
  it('its batches wait, and those of other sports and dry runs do not', async () => {
    const { database, club, doubles, singles } = await openPlayedClub();
    const release = await openTransaction(database, (transaction) =>
      lockRatingsExclusive(transaction, ['pickleball']),
    );
    const padel = batchOf([{ ...singles, identifier: 'padel', sport: 'padel' }]);
    expect(await waits(database, handle(club, padel))).toBe(false);
    expect(await waits(database, handle(club, batchOf([doubles], { dryRun: true })))).toBe(false);
    const batch = handle(club, batchOf([doubles]));
    expect(await waits(database, batch)).toBe(true);
    await release();
    expect(await batch).toMatchObject({ numMatches: 1 });
  });
});
