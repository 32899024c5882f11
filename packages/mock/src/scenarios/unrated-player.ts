import { players, type Scenario } from './scenario.ts';

export const unratedPlayer: Scenario = {
  description:
    'Carmen Ortiz is connected and has not played a rated match: she has no rating in any sport, no ' +
    'history, and no rank.',
  player: players.carmen,
  answers: {
    'oauth.exchangeToken': 'oauth.exchangeToken-unrated',
    'oauth.refresh': 'oauth.refresh-unrated',
    'members.get': 'members.get-unrated',
    'members.listRatingHistory': 'members.listRatingHistory-empty',
    'members.listMatches': 'members.listMatches-empty',
    'members.listRatingUpdates': 'members.listRatingUpdates-none',
    'leaderboard.rank': 'error-not_found',
  },
};
