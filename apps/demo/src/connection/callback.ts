import { OAuthError } from '@partner-rating/client';
import type { FastifyPluginAsync } from 'fastify';
import type { Club } from '../club.ts';
import { sendMessage } from '../pages/send-page.ts';
import {
  type AuthorizationResponse,
  retryLink,
  validateResponse,
} from './authorization-response.ts';

/** `GET /callback`: the redirect address, with an authorization response. */
export function callback({ client, sessions, redirectUri, facts }: Club): FastifyPluginAsync {
  return async (app) => {
    app.get<{ Querystring: AuthorizationResponse }>('/callback', async (request, reply) => {
      const { code = '', state = '' } = request.query;
      const session = sessions.find(request);
      const verifier = session?.pendingVerifiers.get(state);
      session?.pendingVerifiers.delete(state);

      const rejection = validateResponse(request.query, verifier !== undefined, facts.baseUrl);
      // A player who reloads the callback is connected already.
      if (verifier === undefined && session?.player) return reply.redirect('/player', 303);
      if (rejection !== null)
        return await sendMessage(reply.code(rejection.status), rejection.page);

      try {
        const tokens = await client.oauth.exchangeToken({
          code,
          redirect_uri: redirectUri,
          ...(verifier !== undefined && { code_verifier: verifier }),
        });
        sessions.renew(request, reply, tokens);
        return reply.redirect('/player', 303);
      } catch (error) {
        if (!(error instanceof OAuthError)) throw error;
        const isExpired = error.errorCode === 'invalid_grant';
        return await sendMessage(reply.code(400), {
          title: 'You are not connected',
          paragraphs: [
            isExpired
              ? 'That took too long: an authorization code is valid for a minute.'
              : (error.detail ?? error.message),
          ],
          link: retryLink,
        });
      }
    });
  };
}
