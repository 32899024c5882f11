import { describe, expect, it } from 'vitest';
import { useConnectFlow } from '../../connect/testing/connect-flow.ts';
import { MAX_POINTS, periodOf } from '../domain/rating-chart.ts';
import { playSeason } from '../testing/matches.ts';
import { readHistory } from './shown-sports.ts';

const DAY = 86_400_000;

describe('the ratings of a chart', () => {
  const flow = useConnectFlow();

  async function read(sport: string, range: 'all' | '3-months') {
    const { database, player, dependencies } = flow();
    const now = dependencies.clock();
    const period = periodOf(range, new Date(now.getTime() - 800 * DAY), now);
    return await readHistory(database, player.memberId, { sport, period });
  }

  it('are those after each match, where there is room for all', async () => {
    const sport = 'badminton';
    await playSeason(flow(), { matches: 3, before: 400, sport });
    await playSeason(flow(), { matches: MAX_POINTS - 3, sport });
    expect(await read(sport, 'all')).toHaveLength(MAX_POINTS);
    const shown = await read(sport, '3-months');
    expect(shown).toHaveLength(91);
    expect(shown[0]?.at.getTime()).toBe(flow().dependencies.clock().getTime() - 91 * DAY);
  });

  it('are evenly apart, where there is not', async () => {
    const sport = 'padel';
    await playSeason(flow(), { matches: MAX_POINTS + 1, sport });
    const shown = await read(sport, 'all');
    expect(shown.length).toBeLessThan(MAX_POINTS);
    expect(shown.length).toBeGreaterThan(5);
  });
});
