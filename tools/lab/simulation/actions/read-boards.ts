import type { Schemas } from '@partner-rating/server';
import { pick } from '@partner-rating/service/src/platform/random.ts';
import { expectEqual, expectThat } from '../finding.ts';
import { get, post } from '../world/network.ts';
import { askAs, readPages } from '../world/pages.ts';
import { PARTNERS, PLAYERS } from '../world/people.ts';
import { type Action, upTo } from './action.ts';
import { SPORTS } from './submit.ts';

const CATEGORIES = ['overall', 'singles', 'doubles'] as const;

/**
 * An application looks up a player's rank. The rank must match the leaderboard, with the same neighbours.
 */
export const readRank: Action<{
  partner: number;
  player: number;
  sport: (typeof SPORTS)[number];
  category: (typeof CATEGORIES)[number];
  limit: number;
}> = {
  weight: 2,
  operations: ['leaderboard.list', 'leaderboard.rank', 'leaderboard.listCategories'],
  draw: (random) => ({
    partner: upTo(random, PARTNERS),
    player: upTo(random, PLAYERS),
    sport: pick(random, SPORTS),
    category: pick(random, CATEGORIES),
    limit: 1 + upTo(random, 3),
  }),
  play: async (world, { partner, player, sport, category, limit }) => {
    const { name } = world.partner(partner);
    const { memberId, memberNumber, name: playerName } = world.player(player);
    const kinds = await askAs(world, partner, get('/api/v1/leaderboard/categories'));
    if (kinds === null) return `${name} is suspended and sees no board.`;
    const { sports } = kinds.json() as Schemas.LeaderboardCategories;
    const board = await readPages(world, partner, {
      path: '/api/v1/leaderboard',
      query: { sport, category, ageBracket: 'open' },
      limit,
      itemsOf: ({ players }: Schemas.Leaderboard) => players,
      keyOf: (entry) => `${entry.memberId}`,
    });
    // The list shows a sport as soon as it has a rated player.
    expectThat(
      board?.length === 0 || sports.some(({ code }) => code === sport),
      () => `There are boards of ${sport}, and it is not among those there are: ${kinds.body}`,
    );
    const wanted = { memberId, sport, category, contextSize: PLAYERS };
    const answer = await askAs(world, partner, post('/api/v1/leaderboard/rank', wanted));
    const at = board?.findIndex((entry) => entry.memberId === memberNumber) ?? -1;
    if (answer?.statusCode === 404) {
      expectThat(at < 0, () => `${playerName} is on the board of ${sport} and has no rank.`);
      return `${name} finds ${playerName} on no board of ${sport}.`;
    }
    const rank = answer?.json() as Schemas.PlayerRank;
    expectEqual(
      [...rank.above, rank.player, ...rank.below],
      board,
      `The rank of ${playerName} is not that of the board of ${sport} ${category}.`,
    );
    return `${name} finds ${playerName} at rank ${rank.rank} of ${sport}.`;
  },
};
