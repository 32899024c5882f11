import { players, type Scenario } from './scenario.ts';

export const firstConnection: Scenario = {
  description:
    'Mike Brennan connects for the first time: he is asked for his consent, the webhook endpoint is ' +
    'made, and nothing has been sent or has changed yet.',
  player: players.mike,
  answers: {
    'oauth.showAuthorization': 'oauth.showAuthorization-consent',
    'members.listRatingUpdates': 'members.listRatingUpdates-none',
    'webhooks.createEndpoint': 'webhooks.createEndpoint-first',
    'webhooks.listDeliveries': 'webhooks.listDeliveries-empty',
  },
};
