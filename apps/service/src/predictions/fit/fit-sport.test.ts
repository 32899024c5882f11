import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { batchOf, matchOf, scored } from '../../matches/testing/batches.ts';
import { handle, openClub } from '../../matches/testing/story.ts';
import { databases } from '../../testing/test-database.ts';
import { isBetter } from './fit-sport.ts';
import { readLog } from './read-log.ts';

const below = { mean: -0.02, lower: -0.03, upper: -0.01 };
const around = { mean: -0.02, lower: -0.05, upper: 0.01 };

testRows([
  [{ match: below, game: around }, true],
  [{ match: around, game: below }, false],
  // All matches are of one game.
  [{ match: null, game: below }, true],
  [{ match: null, game: around }, false],
  [{ match: null, game: null }, false],
])('found parameters are better only if chance cannot explain the gain', (difference, better) => {
  expect(isBetter({ difference })).toBe(better);
});

describe.each(databases)('the matches that a fit reads on %s', (kind) => {
  const read = async (maxMatches?: number) => {
    const { database, club, mike, priya, sofia, singles } = await openClub(kind);
    const matches = [
      singles,
      matchOf('stopped', [[mike], [priya]], {
        outcome: 'retired',
        winner: 0,
        games: scored('11-3 4-2'),
      }),
      matchOf('walkover', [[mike], [priya]], { outcome: 'walkover', winner: 0, games: [] }),
      matchOf('padel', [[mike], [sofia]], { sport: 'padel' }),
    ];
    await handle(club, batchOf(matches));
    // Nobody confirms the matches that follow.
    await database
      .updateTable('connection')
      .set({ scopes: ['user:profile:read'] })
      .execute();
    await handle(
      club,
      batchOf([matchOf('open', [[mike], [sofia]], { matchDate: '2026-09-12T16:00:00Z' })]),
    );
    const pages: number[] = [];
    const options = { sport: 'pickleball', onProgress: (count: number) => pages.push(count) };
    const log = await readLog(database, { ...options, ...(maxMatches && { maxMatches }) });
    const order = [...log.playedOrder()].map((index) => log.at(index));
    return { log, order, pages };
  };

  it('are those of the sport that moved each of their players, and say which were stopped', async () => {
    const { order, pages } = await read();
    expect(order.map(({ isFinished, games }) => [isFinished, games.length])).toEqual([
      [false, 1],
      [true, 3],
    ]);
    expect(pages.at(-1)).toBe(4);
  });

  it('are the latest ones if there are more than it reads', async () => {
    const { log, order } = await read(2);
    expect(log.matches).toBe(1);
    expect(order[0]?.games).toHaveLength(3);
  });
});
