import { players, type Scenario } from './scenario.ts';

export const serviceDown: Scenario = {
  description: 'The service is away for a moment: every operation answers 503 with Retry-After.',
  player: players.mike,
  everywhere: 'error-unavailable',
  answers: { 'oauth.showAuthorization': 'oauth.showAuthorization-unavailable' },
};
