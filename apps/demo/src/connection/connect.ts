import { generatePkce, generateState, type ScopeName } from '@partner-rating/client';
import type { FastifyPluginAsync } from 'fastify';
import type { Club } from '../club.ts';

// The scopes to show a rating and its history, report a match, and receive the change as a webhook.
const scope: ScopeName[] = [
  'user:profile:read',
  'user:rating:read',
  'user:rating:history',
  'user:match:submit',
  'user:webhook:subscribe',
];

const MAX_PENDING = 10;

/** `GET /connect`: sends the player to the service, to log in and to consent. */
export function connect({ client, sessions, redirectUri }: Club): FastifyPluginAsync {
  return async (app) => {
    app.get('/connect', async (request, reply) => {
      const state = generateState();
      const { code_verifier, ...challenge } = await generatePkce();
      const { authorization_url } = await client.oauth.authorize({
        redirect_uri: redirectUri,
        scope,
        state,
        ...challenge,
      });
      const { pendingVerifiers } = sessions.open(request, reply);
      const [oldest] = pendingVerifiers.keys();
      if (pendingVerifiers.size >= MAX_PENDING && oldest !== undefined)
        pendingVerifiers.delete(oldest);
      pendingVerifiers.set(state, code_verifier);
      return reply.redirect(authorization_url, 303);
    });
  };
}
