import { describe, expect, it } from 'vitest';
import { useConnectFlow } from '../../connect/testing/connect-flow.ts';
import { findMember } from '../../members/connected-member.ts';
import type { ChartRange } from '../domain/chart-range.ts';
import { playSeason } from '../testing/matches.ts';
import { readSports } from './read-sports.ts';

const DAY = 86_400_000;

describe('the ratings of a chart', () => {
  const flow = useConnectFlow();

  async function read(range: ChartRange) {
    const { database, player, dependencies } = flow();
    const member = await findMember(database, player.memberId);
    if (member === undefined) throw new Error('There is no player.');
    const wanted = { range, withHistory: true, isRanked: false, withResults: false };
    const [sport] = await readSports(dependencies, member, wanted);
    if (sport === undefined) throw new Error('There is no sport.');
    return sport;
  }

  it('are those after each match, and the last one before the period', async () => {
    await playSeason(flow(), { matches: 3, before: 400, sport: 'badminton' });
    await playSeason(flow(), { matches: 117, sport: 'badminton' });
    const { history, primary } = await read('all');
    expect(history).toHaveLength(120);
    for (const { rating, low, high } of history) {
      expect(low).toBeLessThan(rating);
      expect(high).toBeGreaterThan(rating);
    }
    expect(history.at(-1)?.rating).toBe(primary.rating);
    const from = new Date(flow().dependencies.clock().getTime() - 91 * DAY);
    const later = history.filter(({ at }) => at >= from);
    const before = { ...history.at(-1 - later.length), at: from };
    expect((await read('3-months')).history).toEqual([before, ...later]);
  });

  it('include the peak of the career, even before the beginning of the chart', async () => {
    const { history, peak } = await read('all');
    const ratings = history.map(({ rating }) => rating);
    expect(peak?.rating).toBe(Math.max(...ratings));
    expect((await read('3-months')).peak).toEqual(peak);
  });
});
