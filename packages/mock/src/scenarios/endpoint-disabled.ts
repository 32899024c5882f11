import { players, type Scenario } from './scenario.ts';

export const endpointDisabled: Scenario = {
  description:
    'Your webhook receiver answered 410 Gone, so the endpoint is disabled and its deliveries are given ' +
    'up. Setting the endpoint enables it again.',
  player: players.mike,
  answers: {
    'webhooks.getEndpoint': 'webhooks.getEndpoint-disabled',
    'webhooks.listDeliveries': 'webhooks.listDeliveries-failed',
    'webhooks.updateEndpoint': 'webhooks.updateEndpoint-enabled-again',
  },
  everywhere: 'error-endpoint_disabled',
};
