import { players, type Scenario } from './scenario.ts';

export const keyRevoked: Scenario = {
  description: 'The API key was revoked: every operation that needs a credential answers 401.',
  player: players.mike,
  everywhere: 'error-unauthenticated',
  answers: {
    'oauth.authorize': 'oauth-error-invalid_client',
    'oauth.exchangeToken': 'oauth-error-invalid_client',
    'oauth.refresh': 'oauth-error-invalid_client',
    'oauth.revoke': 'oauth-error-invalid_client',
  },
};
