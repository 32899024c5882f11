// What the leaderboards return in every runtime.

import { equal, isTrue } from './assert.ts';
import { partnerOf } from './service-client.ts';
import type { Behaviours, Service } from './setting.ts';

export const leaderboard: Behaviours<Service> = {
  'leaderboard.list returns the best players first': async (library, service) => {
    const board = partnerOf(library, service).leaderboard;
    const { players } = await board.list({ sport: 'pickleball', limit: 10 });
    const ratings = players.map(({ R }) => R);
    isTrue(ratings.length > 1, 'players');
    equal(
      ratings,
      ratings.toSorted((one, other) => other - one),
    );
  },

  'leaderboard.rank returns the rank of a player': async (library, service) => {
    const [memberId] = service.players;
    const board = partnerOf(library, service).leaderboard;
    const { rank, total, player } = await board.rank({ memberId, sport: 'pickleball' });
    isTrue(rank >= 1 && rank <= total, 'a rank on the leaderboard');
    equal(player.id, memberId);
  },

  'leaderboard.listCategories returns sports and categories': async (library, service) => {
    const { sports, categories } = await partnerOf(library, service).leaderboard.listCategories();
    isTrue(sports.length > 0 && categories.length > 0, 'sports and categories');
  },
};
