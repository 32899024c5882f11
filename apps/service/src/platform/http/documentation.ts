import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { isClone } from '../configuration/configuration.ts';
import { BASE_PATH, type Dependencies } from '../configuration/dependencies.ts';
import { htmlAnswer } from '../pages/answer.ts';
import { pageTexts } from '../pages/domain/texts.ts';
import { type Identity, withIdentity } from '../pages/identity.ts';
import { isBrowser, refusedPage, sendPage } from '../pages/message-pages.ts';
import { renderHome, renderOperator } from '../pages/render.ts';
import { colors } from '../pages/tokens.ts';
import { staticDocument } from './compression.ts';
import { servedContract } from './served-contract.ts';
import { SiteTexts } from './site-texts.ts';

const builtSite = fileURLToPath(
  new URL(isClone ? '../../../../docs/dist/' : '../../documentation/', import.meta.url),
);

// No registry has the packages yet. In a clone, `pnpm run pack` writes them. The installed service includes them.
const packedPackages = isClone
  ? fileURLToPath(new URL('../../../../../dist/packages/', import.meta.url))
  : join(builtSite, 'packages');

// The policy of all pages. Each page has its own, which is narrower.
const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
    "font-src data:; connect-src 'self'; object-src 'none'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/**
 * Serves the contract at `/openapi.json` and `/openapi.yaml`, and the documentation at `/docs`. The documentation is
 * built into the directory `site`, and names this service and its operator. `/llms.txt` redirects to the documentation's.
 * `/docs/packages` has the files of the directory `packages`, which applications install.
 */
export function documentation(
  { publicUrl, configuration }: Pick<Dependencies, 'publicUrl'> & { configuration: Identity },
  site = builtSite,
  packages = packedPackages,
): FastifyPluginAsync {
  return async (app) => {
    for (const form of ['json', 'yaml'] as const) {
      const contract = servedContract(form, publicUrl, configuration);
      app.get(`/openapi.${form}`, staticDocument(contract, `application/${form}; charset=utf-8`));
    }
    // Where language models look first.
    for (const path of ['/llms.txt', '/llms-full.txt']) {
      app.get(path, async (_request, reply) => reply.redirect(`/docs${path}`, 302));
    }
    const operator = withIdentity(configuration, renderOperator);
    const texts = new SiteTexts(site, { publicUrl, operator });
    await app.register(pages(site, packages, texts), { prefix: '/docs' });
  };
}

const MAX_PATH_LENGTH = 255;

function pages(site: string, packages: string, texts: SiteTexts): FastifyPluginAsync {
  return async (app) => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.headers(PAGE_HEADERS);
      if (!existsSync(join(site, '404.html'))) return await sayNotReady(reply);
    });
    await app.register(fastifyStatic, {
      root: site,
      serve: false,
      cacheControl: false,
      setHeaders: (reply) => {
        reply.header('cache-control', 'no-cache');
      },
    });
    app.get<{ Params: { '*': string } }>('/*', async (request, reply) => {
      const path = request.params['*'];
      // File systems refuse such a name.
      if (path.includes('\0') || path.length > MAX_PATH_LENGTH) return reply.callNotFound();
      if (path.split('/').includes('..')) return reply.callNotFound();
      const [, file] = /^packages\/([^/]+\.(?:tgz|whl))$/.exec(path) ?? [];
      if (file !== undefined) {
        if (!existsSync(packages)) return await sayNotPacked(reply);
        return await reply.sendFile(file, packages);
      }
      const text = texts.find(path);
      return await (text === undefined ? reply.sendFile(path) : text(request, reply));
    });
    app.get('/', { prefixTrailingSlash: 'no-slash' }, async (_request, reply) =>
      reply.redirect('/docs/', 301),
    );
    app.setNotFoundHandler(async (request, reply) => {
      const page = texts.find('404.html');
      return await page?.(request, reply.code(404));
    });
  };
}

/** In a clone, the service listens before its documentation is built. */
async function sayNotReady(reply: FastifyReply): Promise<FastifyReply> {
  return await retryLater(reply).type('text/html; charset=utf-8').send(NOT_READY);
}

/** In a clone, the packages are packed after the documentation is built. */
async function sayNotPacked(reply: FastifyReply): Promise<FastifyReply> {
  return await retryLater(reply).type('text/plain; charset=utf-8').send(NOT_PACKED);
}

function retryLater(reply: FastifyReply): FastifyReply {
  return reply.code(503).headers({ 'cache-control': 'no-store', 'retry-after': '10' });
}

const NOT_PACKED = `The packages are not ready. They are packed after the service starts, which takes about two minutes.
The service prints a line when they are ready.
`;

const NOT_READY = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="10">
<title>The documentation is not ready</title>
<h1>The documentation is not ready</h1>
<p>It is built after the service starts, which takes about a minute. This page loads again every ten seconds.</p>
<p>If it does not appear, run <code>npx -y pnpm@12 build</code> and read what that prints.</p>
</html>
`;

const icon = readFileSync(new URL('../pages/templates/icon.svg', import.meta.url));

const ICON_SIZES = [180, 192, 512];

const icons = ICON_SIZES.map((size) => {
  const file = new URL(`../pages/icons/${size}.png`, import.meta.url);
  return { path: `/icons/${size}.png`, sizes: `${size}x${size}`, content: readFileSync(file) };
});

/** The manifest with which a phone shows the account like an app. */
const manifest = (name: string) => ({
  name,
  short_name: 'Rating',
  id: '/account',
  start_url: '/account',
  scope: '/',
  display: 'standalone',
  background_color: colors.light.ground,
  theme_color: colors.light.accent,
  icons: icons.map(({ path, sizes }) => ({ src: path, sizes, type: 'image/png' })),
});

const SHARED_PAGES = '/players/';

// Robots may visit share pages, because each page says whether the player lets search engines list it. A page that they
// may not visit could still be listed, if another site links to it.
const ROBOTS = `User-agent: *
Allow: /$
Allow: /docs/
Allow: ${SHARED_PAGES}
Disallow: /
`;

const DAY_SECONDS = 86_400;

/**
 * Serves what browsers request from any website: a first page, an icon, `robots.txt`, and a page for a wrong
 * address. Keeps share pages out of search engines. Call it before routes are registered, because the last two
 * apply only to routes after it.
 */
export function serveWebsite(
  app: FastifyInstance,
  { serviceName }: Pick<Identity, 'serviceName'>,
): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith(SHARED_PAGES)) reply.header('x-robots-tag', 'noindex, nofollow');
    const isView = ['GET', 'HEAD'].includes(request.method) && isBrowser(request);
    if (request.is404 && isView && !hasOwnAnswer(request)) {
      sendPage(reply, notFoundPage(request.id));
      return reply;
    }
  });
  app.get('/', async (_request, reply) => sendPage(reply, htmlAnswer(200, renderHome())));
  const serve = (path: string, type: string, content: Buffer | string) => {
    app.get(path, async (_request, reply) =>
      reply
        .type(type)
        .header('cache-control', `public, max-age=${DAY_SECONDS}`)
        .header('x-content-type-options', 'nosniff')
        .send(content),
    );
  };
  for (const path of ['/favicon.ico', '/favicon.svg']) serve(path, 'image/svg+xml', icon);
  for (const { path, content } of icons) serve(path, 'image/png', content);
  serve(
    '/manifest.webmanifest',
    'application/manifest+json',
    JSON.stringify(manifest(serviceName)),
  );
  app.get('/robots.txt', async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(ROBOTS),
  );
}

// The contract defines the errors of the API, and the documentation has its own page.
function hasOwnAnswer({ url }: FastifyRequest): boolean {
  return [`${BASE_PATH}/`, '/docs/'].some((path) => url.startsWith(path));
}

function notFoundPage(requestId: string) {
  const { paragraphs, link: text } = pageTexts().messages.notFound;
  return refusedPage(404, { paragraphs, link: { address: '/', text } }, requestId);
}
