import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import helmet from '@fastify/helmet';
import { type FastifyInstance, type FastifyPluginAsync, fastify } from 'fastify';
import type { Club } from './club.ts';
import { planNight } from './club-night/plan-night.ts';
import { callback } from './connection/callback.ts';
import { connect } from './connection/connect.ts';
import { home } from './connection/home.ts';
import { leave } from './connection/leave.ts';
import { registerErrorPages } from './error-pages.ts';
import { showLeaderboard } from './leaderboard/show-leaderboard.ts';
import { showReport } from './matches/show-report.ts';
import { undoMatch } from './matches/undo-match.ts';
import { findOpponents } from './opponents/find-opponents.ts';
import { assets } from './pages/assets.ts';
import { reportMatch } from './player/report-match.ts';
import { showPlayer } from './player/show-player.ts';
import { requireSameOrigin } from './same-origin.ts';
import { importResults } from './tournament/import-results.ts';
import { receive } from './webhooks/receive.ts';
import { showDeliveries } from './webhooks/show-deliveries.ts';
import { streamEvents } from './webhooks/stream-events.ts';

/** What the application can do, each in a file of its own. */
const capabilities: readonly ((club: Club) => FastifyPluginAsync)[] = [
  home,
  connect,
  callback,
  leave,
  showPlayer,
  reportMatch,
  showReport,
  undoMatch,
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
