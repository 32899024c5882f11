import { OAuthError } from '@partner-rating/client';
import type { FastifyPluginAsync } from 'fastify';
import type { Club } from '../club.ts';
import { sendMessage } from '../pages/answer.ts';
import { again, type CallbackQuery, refusalOf } from './callback-answer.ts';

/** `GET /callback`: where the player returns to, with a code or a refusal. */
export function callback({ client, sessions, redirectUri, facts }: Club): FastifyPluginAsync {
  return async (app) => {
    app.get<{ Querystring: CallbackQuery }>('/callback', async (request, reply) => {
      const { code = '', state = '' } = request.query;
      const session = sessions.find(request);
      const verifier = session?.begun.get(state);
      session?.begun.delete(state);

      const refusal = refusalOf(request.query, verifier !== undefined, facts.baseUrl);
      // A player who loads the address again is connected already.
      if (verifier === undefined && session?.player) return reply.redirect('/player', 303);
      if (refusal !== null) return await sendMessage(reply.code(refusal.status), refusal.page);

      try {
        const tokens = await client.oauth.exchangeToken({
          code,
          redirect_uri: redirectUri,
          ...(verifier !== undefined && { code_verifier: verifier }),
        });
        sessions.renew(request, reply, {
          id: tokens.player_id,
          accessToken: tokens.access_token,
          grantedScopes: tokens.scope,
        });
        return reply.redirect('/player', 303);
      } catch (error) {
        if (!(error instanceof OAuthError)) throw error;
        const isLate = error.errorCode === 'invalid_grant';
        return await sendMessage(reply.code(400), {
          title: 'You are not connected',
          paragraphs: [
            isLate ? 'That took too long: the code you brought lives for a minute.' : error.message,
          ],
          link: again,
        });
      }
    });
  };
}
