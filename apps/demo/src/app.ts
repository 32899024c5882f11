import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import helmet from '@fastify/helmet';
import { type FastifyInstance, type FastifyPluginAsync, fastify } from 'fastify';
import type { Club } from './club.ts';
import { planNight } from './club-night/plan-night.ts';
import { callback, connect, home, leave } from './connection/connect.ts';
import { registerErrorPages } from './error-pages.ts';
import { showLeaderboard } from './leaderboard/show-leaderboard.ts';
import { showReport, voidMatch } from './matches/report-page.ts';
import { findOpponents } from './opponents/find-opponents.ts';
import { assets, sendMessage } from './pages/render.ts';
import { showPlayer } from './player/player-page.ts';
import { reportMatch } from './player/report-match.ts';
import { importResults } from './tournament/import-results.ts';
import { receive, showDeliveries, streamEvents } from './webhooks/handlers.ts';

/** The routes of the application. Each file below `src/` registers its own. */
const capabilities: readonly ((club: Club) => FastifyPluginAsync)[] = [
  home,
  connect,
  callback,
  leave,
  showPlayer,
  reportMatch,
  showReport,
  voidMatch,
  showLeaderboard,
  findOpponents,
  planNight,
  importResults,
  showDeliveries,
  receive,
  streamEvents,
];

/** Builds the partner application; `main.ts` and the tests make it listen. */
export async function buildApp(club: Club): Promise<FastifyInstance> {
  const app = fastify();
  registerErrorPages(app, club.warn);
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        styleSrc: ["'self'"],
        scriptSrc: ["'self'"],
        imgSrc: ["'self'"],
        connectSrc: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
      },
    },
    // Not no-referrer: browsers then send `Origin: null` with our own forms.
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
  });
  requireSameOrigin(app, club.address);
  await app.register(cookie);
  await app.register(formbody);

  for (const routes of capabilities) await app.register(routes(club));
  await app.register(assets);
  return app;
}

/**
 * Protects against cross-site request forgery: redirects browsers to the address that the session
 * cookie belongs to, and refuses forms posted by pages of other origins. Webhooks do not come from a
 * browser and are authenticated by their signature.
 */
function requireSameOrigin(app: FastifyInstance, address: string): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.method === 'GET' || request.method === 'HEAD') {
      if (request.host === new URL(address).host) return;
      return reply.redirect(address + request.url, 302);
    }
    if (request.url === '/hooks' || request.headers.origin === address) return;
    return await sendMessage(reply.code(403), {
      title: 'This form is from another site',
      paragraphs: ['It was not sent by a page of the club, so nothing was done.'],
      link: { address: '/', text: 'Go to the start page' },
    });
  });
}
