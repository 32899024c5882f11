import { players, type Scenario } from './scenario.ts';

export const serviceFailing: Scenario = {
  description: 'Every operation fails with 500.',
  player: players.mike,
  everywhere: 'error-internal',
  answers: { 'oauth.showAuthorization': 'oauth.showAuthorization-internal' },
};
