import { players, type Scenario } from './scenario.ts';

export const ratingsNotShared: Scenario = {
  description:
    'Sofia Lindqvist is connected without user:rating:read: her profile has no ratings, her rating ' +
    'updates and deliveries no figures, and nothing is predicted of her matches.',
  player: players.sofia,
  answers: {
    'oauth.exchangeToken': 'oauth.exchangeToken-without-ratings',
    'oauth.refresh': 'oauth.refresh-without-ratings',
    'members.get': 'members.get-without-ratings',
    'members.listRatingHistory': 'error-insufficient_scope',
    'members.listMatches': 'error-insufficient_scope',
    'members.listRatingUpdates': 'members.listRatingUpdates-without-ratings',
    'matches.predict': 'error-prediction_rejected',
    'matches.balance': 'error-prediction_rejected',
    'leaderboard.rank': 'leaderboard.rank-third',
  },
};
