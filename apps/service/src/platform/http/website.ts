import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BASE_PATH } from '../configuration/dependencies.ts';
import { htmlAnswer } from '../pages/answer.ts';
import { refusedPage } from '../pages/message-pages.ts';
import { renderHome } from '../pages/render.ts';
import { isBrowser, sendPage } from '../pages/serve-pages.ts';

const icon = readFileSync(new URL('../pages/icon.svg', import.meta.url));

const SHARED_PAGES = '/players/';

// What is public is the first page and the documentation. What players share is in no index either, which a
// search engine has to read there: an address it may not visit, and finds somewhere, it lists by itself.
const ROBOTS = `User-agent: *
Allow: /$
Allow: /docs/
Allow: ${SHARED_PAGES}
Disallow: /
`;

const DAY_SECONDS = 86_400;

/**
 * Serves what a browser asks of any website: a first page, an icon, `robots.txt`, and a page for a wrong
 * address, and keeps what players share out of search engines. It has to be called before routes are registered, which are
 * then covered by the last two.
 */
export function serveWebsite(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith(SHARED_PAGES)) reply.header('x-robots-tag', 'noindex, nofollow');
    const isView = ['GET', 'HEAD'].includes(request.method) && isBrowser(request);
    if (request.is404 && isView && !hasOwnAnswer(request)) {
      sendPage(reply, notFoundPage(request.id));
      return reply;
    }
  });
  app.get('/', async (_request, reply) => sendPage(reply, htmlAnswer(200, renderHome())));
  for (const path of ['/favicon.ico', '/favicon.svg']) {
    app.get(path, async (_request, reply) =>
      reply
        .type('image/svg+xml')
        .header('cache-control', `public, max-age=${DAY_SECONDS}`)
        .header('x-content-type-options', 'nosniff')
        .send(icon),
    );
  }
  app.get('/robots.txt', async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(ROBOTS),
  );
}

// The contract says what is answered below it, and the documentation has a page of its own.
function hasOwnAnswer({ url }: FastifyRequest): boolean {
  return [`${BASE_PATH}/`, '/docs/'].some((path) => url.startsWith(path));
}

const notFoundPage = (requestId: string) =>
  refusedPage(
    404,
    {
      paragraphs: ['The address is wrong, or what was there is gone.'],
      link: { address: '/', text: 'To the first page' },
    },
    requestId,
  );
