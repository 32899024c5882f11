import { generatePkce, generateState, OAuthError, type ScopeName } from '@partner-rating/client';
import type { FastifyPluginAsync } from 'fastify';
import type { Club } from '../club.ts';
import { type MessagePage, render, sendMessage, sendPage } from '../pages/render.ts';

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
              ? 'That took too long. An authorization code is valid for only one minute.'
              : 'The rating service did not accept the response to your consent. Connect again.',
          ],
          link: retryLink,
        });
      }
    });
  };
}

/** The parameters of an authorization response (RFC 6749 section 4.1.2, RFC 9207). */
interface AuthorizationResponse {
  code?: string;
  state?: string;
  iss?: string;
  error?: string;
}

interface ErrorPage {
  status: number;
  page: MessagePage;
}

const retryLink = { address: '/connect', text: 'Connect again' };

/**
 * Returns the error page for an authorization response that is not accepted, or null if its code may be exchanged.
 * `isOwn` says whether its `state` belongs to an authorization that this browser started.
 */
export function validateResponse(
  response: AuthorizationResponse,
  isOwn: boolean,
  issuer: string,
): ErrorPage | null {
  // Somebody may have sent the player here with a code of their own (RFC 6749 section 10.12).
  if (!isOwn) {
    return errorPage(
      400,
      'This connection was not started here',
      'This browser did not start the connection that this response belongs to. The response may have ' +
        'been used already, or the club was restarted.',
    );
  }
  // A response of another issuer may be a mix-up attack (RFC 9207 section 2.4).
  if (response.iss !== issuer) {
    const found = response.iss ?? 'no issuer';
    const sentence = `Its issuer should be ${issuer}, but it names ${found}.`;
    return errorPage(400, 'This response is not from the rating service', sentence);
  }
  if (response.error === 'access_denied') {
    return errorPage(
      200,
      'You are not connected',
      'You did not give consent, so the club has no access to your account.',
    );
  }
  if (response.code === undefined) {
    const sentence = 'The rating service did not accept the request of the club. Try again later.';
    return errorPage(502, 'You are not connected', sentence);
  }
  return null;
}

function errorPage(status: number, title: string, sentence: string): ErrorPage {
  return { status, page: { title, paragraphs: [sentence], link: retryLink } };
}

/** `GET /`: what the club offers, and the log-in of the demonstration's player. */
export function home(club: Club): FastifyPluginAsync {
  const { facts, sessions, registration, serviceAddress } = club;
  return async (app) => {
    app.get('/', async (request, reply) =>
      sendPage(
        reply,
        render('home', {
          title: 'Bring your rating to the club',
          isConnected: Boolean(sessions.find(request)?.player),
          playerName: facts.member.name,
          email: facts.member.email,
          password: facts.member.password,
          serviceOrigin: new URL(serviceAddress).origin,
          webhookWarnings: await registration.ensure(),
        }),
      ),
    );
  };
}

/** `POST /leave`: ends the session of this browser. */
export function leave({ sessions }: Club): FastifyPluginAsync {
  return async (app) => {
    app.post('/leave', async (request, reply) => {
      sessions.close(request, reply);
      return reply.redirect('/', 303);
    });
  };
}
