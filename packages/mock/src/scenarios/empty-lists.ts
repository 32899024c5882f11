import { players, type Scenario } from './scenario.ts';

export const emptyLists: Scenario = {
  description: 'Every list is empty: nobody is found, nothing has changed, nothing was sent.',
  player: players.mike,
  answers: {
    'members.getBulk': 'members.getBulk-none-known',
    'members.search': 'members.search-nobody',
    'members.listRatingHistory': 'members.listRatingHistory-empty',
    'members.listMatches': 'members.listMatches-empty',
    'members.listRatingUpdates': 'members.listRatingUpdates-none',
    'members.listConnected': 'members.listConnected-nobody',
    'matches.list': 'matches.list-empty',
    'leaderboard.list': 'leaderboard.list-nobody',
    'webhooks.listDeliveries': 'webhooks.listDeliveries-empty',
  },
};
