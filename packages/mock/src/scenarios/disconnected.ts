import { players, type Scenario } from './scenario.ts';

export const disconnected: Scenario = {
  description:
    'Sofia Lindqvist withdrew her consent on her account page: her tokens are refused, she is not ' +
    'connected, and what waited for delivery is not sent. Let her connect again.',
  player: players.sofia,
  answers: {
    'oauth.exchangeToken': 'oauth.exchangeToken-without-ratings',
    'oauth.refresh': 'oauth-error-invalid_grant-disconnected',
    'members.get': 'members.get-public-card',
    'members.listRatingHistory': 'error-not_connected',
    'members.listMatches': 'error-not_connected',
    'members.listRatingUpdates': 'members.listRatingUpdates-none',
    'matches.submit': 'matches.submit-batch-rejected',
    'leaderboard.rank': 'leaderboard.rank-third',
    'webhooks.redeliver': 'error-consent_withdrawn',
  },
};
