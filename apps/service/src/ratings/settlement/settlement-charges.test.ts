import { describe, expect, it } from 'vitest';
import { batchOf, matchOf, onDay } from '../../matches/testing/batches.ts';
import { handle, openClub } from '../../matches/testing/story.ts';
import { type DatabaseKind, databases } from '../../testing/test-database.ts';
import { rebuildRatings } from '../rebuild-ratings.ts';
import { settleDue } from './settle-due.ts';
import { markDue } from './settle-now.ts';
import { countDue } from './store/due-positions.ts';

/** A club whose every match after the first comes late, if each is sent of a higher day (`onDay`). */
async function openLate(kind: DatabaseKind) {
  const { database, club, mike, sofia } = await openClub(kind);
  const { dependencies } = club;
  const play = async (day: number) => {
    const match = matchOf(`day-${day}`, [[mike], [sofia]], onDay(day));
    return await handle(club, batchOf([match]));
  };
  const usage = async () =>
    await database.selectFrom('settlement_usage').select(['application_id', 'matches']).execute();
  const due = async () => (await countDue(database)).positions;
  return { database, dependencies, mike, play, usage, due };
}

describe.each(databases)('what a settlement charges on %s', (kind) => {
  it('is nothing for a rebuild that takes a late match along', async () => {
    const { dependencies, play, usage, due } = await openLate(kind);
    await play(1);
    await play(2);
    await rebuildRatings(dependencies, { dryRun: false });
    expect(await due()).toBe(0);
    expect(await usage()).toEqual([]);
  });

  it('leaves out the share of what no application asked for', async () => {
    const { database, dependencies, mike, play, usage, due } = await openLate(kind);
    await play(1);
    await play(2);
    await play(3);
    const {
      match_date: matchDate,
      arrival,
      sport,
    } = await database
      .selectFrom('match')
      .select(['match_date', 'arrival', 'sport'])
      .orderBy('match_date')
      .limit(1)
      .executeTakeFirstOrThrow();
    const position = { sport, matchDate, arrival, memberIds: [mike.id], matchId: null };
    await database.transaction().execute(async (transaction) => {
      const claimed = { ...position, cause: 'merge', applicationId: null } as const;
      await markDue(transaction, dependencies.clock(), [claimed]);
    });
    await settleDue(dependencies);
    expect(await due()).toBe(0);
    expect(await usage()).toMatchObject([{ matches: 2 }]);
  });
});
