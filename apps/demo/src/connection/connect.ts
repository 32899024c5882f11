import { generatePkce, generateState, type ScopeName } from '@partner-rating/client';
import type { FastifyPluginAsync } from 'fastify';
import type { Club } from '../club.ts';

// What the club needs to show a rating, report a match, and be notified of the change.
const scope: ScopeName[] = [
  'user:profile:read',
  'user:rating:read',
  'user:match:submit',
  'user:webhook:subscribe',
];

const CONNECTIONS_BEGUN = 10;

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
      const { begun } = sessions.open(request, reply);
      const [oldest] = begun.keys();
      if (begun.size >= CONNECTIONS_BEGUN && oldest !== undefined) begun.delete(oldest);
      begun.set(state, code_verifier);
      return reply.redirect(authorization_url, 303);
    });
  };
}
