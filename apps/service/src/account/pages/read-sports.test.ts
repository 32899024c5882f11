import { describe, expect, it } from 'vitest';
import { useConnectFlow } from '../../connect/testing/connect-flow.ts';
import { periodOf } from '../domain/rating-chart.ts';
import { playSeason } from '../testing/matches.ts';
import { readHistory } from './read-sports.ts';

const DAY = 86_400_000;

describe('the ratings of a chart', () => {
  const flow = useConnectFlow();
  const sport = 'badminton';

  async function read(range: 'all' | '3-months', limit?: number) {
    const { database, player, dependencies } = flow();
    const now = dependencies.clock();
    const period = periodOf(range, new Date(now.getTime() - 800 * DAY), now);
    const asked = limit === undefined ? { sport, period } : { sport, period, limit };
    return await readHistory(database, player.memberId, asked);
  }

  it('are those after each match, and the one that the time begins with', async () => {
    await playSeason(flow(), { matches: 3, before: 400, sport });
    await playSeason(flow(), { matches: 117, sport });
    const all = await read('all');
    expect(all).toHaveLength(120);
    for (const { rating, low, high } of all) {
      expect(low).toBeLessThan(rating);
      expect(high).toBeGreaterThan(rating);
    }
    const from = new Date(flow().dependencies.clock().getTime() - 91 * DAY);
    const later = all.filter(({ at }) => at >= from);
    const before = { ...all.at(-1 - later.length), at: from };
    expect(await read('3-months')).toEqual([before, ...later]);
  });

  it('are the last of more than a page can read', async () => {
    const all = await read('all');
    expect(await read('all', 10)).toEqual(all.slice(-10));
  });
});
