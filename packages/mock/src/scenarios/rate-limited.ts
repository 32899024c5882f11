import { players, type Scenario } from './scenario.ts';

export const rateLimited: Scenario = {
  description: "The minute's requests are used up: every operation answers 429 with Retry-After.",
  player: players.mike,
  everywhere: 'error-rate_limited',
  answers: { 'oauth.showAuthorization': 'oauth.showAuthorization-rate-limited' },
};
