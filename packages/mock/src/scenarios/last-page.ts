import { players, type Scenario } from './scenario.ts';

export const lastPage: Scenario = {
  description: 'Every list answers with its last page, whose nextCursor is null.',
  player: players.mike,
  answers: {
    'members.search': 'members.search-last-page',
    'members.listRatingHistory': 'members.listRatingHistory-last-page',
    'members.listMatches': 'members.listMatches-last-page',
    'matches.list': 'matches.list-last-page',
    'leaderboard.list': 'leaderboard.list-last-page',
    'webhooks.listDeliveries': 'webhooks.listDeliveries-last-page',
  },
};
