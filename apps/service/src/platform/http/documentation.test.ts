import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import document from '@partner-rating/spec/openapi.json' with { type: 'json' };
import { testRows } from '@partner-rating/table-tests';
import { type FastifyInstance, fastify } from 'fastify';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { namedOperator } from '../../testing/named-operator.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { startTestService } from '../../testing/test-service.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { documentation } from './documentation.ts';

const publicUrl = 'https://ratings.example';

async function serve(site: string, environment = {}): Promise<FastifyInstance> {
  const app = fastify();
  const configuration = readConfiguration(environment);
  await app.register(documentation({ publicUrl, configuration }, site, join(site, 'packed')));
  onTestFinished(() => app.close());
  return app;
}

interface Manifest {
  name: string;
  start_url: string;
  icons: { src: string; sizes: string; type: string }[];
}

describe('/docs', () => {
  let app: FastifyInstance;
  let site: string;

  beforeEach(async () => {
    site = `${mkdtempSync(join(tmpdir(), 'partner-rating-site-'))}/`;
    onTestFinished(() => rmSync(site, { recursive: true }));
    const files = {
      'index.html': '<h1>Start</h1>',
      '404.html': '<h1>No such page</h1>',
      'errors.html': '<h1>Errors</h1>',
      'errors/internal.html': '<h1>Internal</h1><!--operator-->',
      'errors/not_found.html': '<h1>Not found</h1>',
      'errors/not_found.md': '# Not found\n\nhttp://localhost:3001/docs/errors/not_found',
      'llms.txt': '# Partner Rating Service',
      'guides/samples/catch-up.ts': 'export {};',
      'assets/site-abc.js': 'start();',
      'packed/partner-rating-client-1.0.0.tgz': 'a package',
      'packed/key.txt': 'no package',
    };
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(join(site, path, '..'), { recursive: true });
      writeFileSync(join(site, path), content);
    }
    app = await serve(site);
  });

  const get = async (url: string, headers: Record<string, string> = {}) =>
    await app.inject({ url, headers });

  it('redirects to the start and to the first page of a folder', async () => {
    expect((await get('/docs')).headers.location).toBe('/docs/');
    expect((await get('/docs/')).body).toBe('<h1>Start</h1>');
    for (const path of ['/docs/errors', '/docs/errors/']) {
      expect((await get(path)).body).toBe('<h1>Errors</h1>');
    }
  });

  it('has the packages, but no other file next to them', async () => {
    const answer = await get('/docs/packages/partner-rating-client-1.0.0.tgz');
    expect([answer.statusCode, answer.body]).toEqual([200, 'a package']);
    for (const file of ['partner-rating-client-2.0.0.tgz', 'key.txt', '..%2Findex.html']) {
      expect([file, (await get(`/docs/packages/${file}`)).statusCode]).toEqual([file, 404]);
    }
  });

  it('asks to try again while the packages are not packed', async () => {
    rmSync(join(site, 'packed'), { recursive: true });
    const answer = await get('/docs/packages/partner-rating-client-1.0.0.tgz');
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '10']);
    expect(answer.body).toContain('The packages are not ready.');
  });

  it('uses the address of this service in every sample', async () => {
    const { body } = await get('/docs/errors/not_found.md');
    expect(body).toContain('https://ratings.example/docs/errors/not_found');
    expect(body).not.toContain('localhost');
  });

  it('names the operator on each page, if there are settings', async () => {
    const url = '/docs/errors/internal';
    expect((await get(url)).body).toBe('<h1>Internal</h1>');
    const named = await serve(site, namedOperator);
    const { body } = await named.inject({ url });
    expect(body).toContain('operated by <strong><bdi>Texas Racquet Association</bdi></strong>');
    expect(body).toContain('<a href="https://lonestar.example/privacy">Privacy statement</a>');
  });

  it('has each error at the address in its type, and as Markdown', async () => {
    expect((await get('/docs/errors/not_found')).body).toBe('<h1>Not found</h1>');
    const markdown = await get('/docs/errors/not_found.md');
    expect(markdown.headers['content-type']).toBe('text/markdown; charset=utf-8');
    const sample = await get('/docs/guides/samples/catch-up.ts');
    expect(sample.headers['content-type']).toBe('text/plain; charset=utf-8');
  });

  it('answers an unknown path with a page, and serves no file outside of the site', async () => {
    const long = `/docs/${'a'.repeat(5_000)}`;
    const outside = ['/docs/..%2fpackage.json', '/docs/%00', long];
    for (const path of ['/docs/nothing', '/docs/errors/nothing', ...outside]) {
      const answer = await get(path);
      expect([path, answer.statusCode]).toEqual([path, 404]);
      expect(answer.body).toBe('<h1>No such page</h1>');
    }
  });

  it('uses the 404 page of the newest build', async () => {
    writeFileSync(join(site, '404.html'), '<h1>Built again</h1>');
    expect((await get('/docs/nothing')).body).toBe('<h1>Built again</h1>');
  });

  it('lets pages load nothing from other sites, and lets no site frame them', async () => {
    for (const path of ['/docs/', '/docs/errors/not_found', '/docs/nothing']) {
      const { headers } = await get(path);
      expect(headers['content-security-policy']).toMatch(
        /^default-src 'self'; script-src 'self' 'wasm-unsafe-eval';.* frame-ancestors 'none'$/,
      );
      expect(headers['x-content-type-options']).toBe('nosniff');
    }
  });

  it('has compressed assets that caches keep, and pages that they revalidate', async () => {
    const asset = await get('/docs/assets/site-abc.js', { 'accept-encoding': 'gzip' });
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(asset.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(asset.rawPayload).toString()).toBe('start();');
    const smaller = await get('/docs/assets/site-abc.js', { 'accept-encoding': 'gzip, br' });
    expect(brotliDecompressSync(smaller.rawPayload).toString()).toBe('start();');

    const page = await get('/docs/');
    expect(page.headers['cache-control']).toBe('no-cache');
    const again = await get('/docs/', { 'if-none-match': String(page.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('sends compressed pages by their address without an extension', async () => {
    const page = await get('/docs/errors/not_found', { 'accept-encoding': 'gzip' });
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['content-encoding']).toBe('gzip');
    expect(page.headers.vary).toContain('accept-encoding');
    expect(gunzipSync(page.rawPayload).toString()).toBe('<h1>Not found</h1>');
    const plain = await get('/docs/errors/not_found', { 'accept-encoding': 'identity' });
    expect(plain.body).toBe('<h1>Not found</h1>');
  });

  it('also has llms.txt at the root', async () => {
    for (const path of ['/llms.txt', '/llms-full.txt']) {
      expect((await get(path)).headers.location).toBe(`/docs${path}`);
    }
    expect((await get('/docs/llms.txt')).body).toBe('# Partner Rating Service');
  });

  it('says that it is not ready until it is built, and serves it after that', async () => {
    const page = join(site, '404.html');
    const content = readFileSync(page);
    rmSync(page);
    const early = await serve(site);
    const answer = await early.inject({ url: '/docs/guides/' });
    expect(answer.statusCode).toBe(503);
    expect(answer.headers).toMatchObject({ 'retry-after': '10', 'cache-control': 'no-store' });
    expect(answer.body).toContain('The documentation is not ready');
    writeFileSync(page, content);
    const built = await early.inject({ url: '/docs/errors/not_found' });
    expect([built.statusCode, built.body]).toEqual([200, '<h1>Not found</h1>']);
  });
});

describe('the contract', () => {
  const read = async (environment = {}) => {
    const app = await serve('/nowhere/', environment);
    const [json, yaml] = [await app.inject('/openapi.json'), await app.inject('/openapi.yaml')];
    expect(yaml.headers['content-type']).toContain('yaml');
    expect(parse(yaml.body)).toEqual(json.json());
    return json.json();
  };

  it('is there as JSON and as YAML, unchanged except for the service and its operator', async () => {
    const { info, servers, ...served } = await read(namedOperator);
    const { info: writtenInfo, servers: _, ...written } = document;
    expect(servers).toEqual([
      { url: 'https://ratings.example/api/v1', description: 'Lone Star Ratings' },
    ]);
    expect(info).toEqual({
      ...writtenInfo,
      contact: { name: 'Texas Racquet Association', email: 'help@lonestar.example' },
      termsOfService: 'https://lonestar.example/terms',
    });
    const expected = JSON.stringify(written)
      .replaceAll('http://localhost:3001', publicUrl)
      .replaceAll('http%3A%2F%2Flocalhost%3A3001', encodeURIComponent(publicUrl));
    expect(served).toEqual(JSON.parse(expected));
  });

  it('has only the contact and the terms that are set', async () => {
    const { info, servers } = await read();
    expect(info).not.toHaveProperty('contact');
    expect(info).not.toHaveProperty('termsOfService');
    expect(servers).toMatchObject([{ description: 'Partner Rating' }]);
    const named = await read({ OPERATOR_CONTACT: 'https://lonestar.example/help' });
    expect(named.info.contact).toEqual({ url: 'https://lonestar.example/help' });
  });
});

const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

describe('the address of the service in a browser', () => {
  let origin: string;

  beforeEach(async () => {
    const { baseUrl } = await startTestService({ database: await createTestDatabase('postgres') });
    ({ origin } = new URL(baseUrl));
  });

  const get = async (path: string, headers: Record<string, string> = BROWSER) =>
    await fetch(`${origin}${path}`, { headers });

  it('is a page for players and developers', async () => {
    const answer = await get('/');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    const page = await answer.text();
    for (const [, address = ''] of page.matchAll(/href="([^"]+)"/g)) {
      expect([address, (await get(address)).status]).toEqual([
        address,
        expect.not.stringMatching('4'),
      ]);
    }
    expect(page).toContain('href="/account"');
    expect(page).toContain('href="/docs/"');
  });

  testRows(['/favicon.ico', '/favicon.svg'])(
    'has icons that browsers cache for a day',
    async (path) => {
      const answer = await get(path, {});
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=86400');
    },
  );

  it('has a manifest that states the size of its icons', async () => {
    const answer = await get('/manifest.webmanifest', {});
    expect(answer.headers.get('content-type')).toBe('application/manifest+json; charset=utf-8');
    const { name, start_url, icons } = (await answer.json()) as Manifest;
    expect([name, start_url]).toEqual(['Partner Rating', '/account']);
    expect(icons.map(({ sizes }) => sizes)).toEqual(['180x180', '192x192', '512x512']);
    for (const { src, sizes, type } of icons) {
      const icon = await get(src, {});
      expect(icon.headers.get('content-type')).toBe(type);
      // A PNG says its width and height after its first chunk's name.
      const bytes = Buffer.from(await icon.arrayBuffer());
      expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes);
    }
  });

  it('lets search engines read only the first page and the documentation', async () => {
    const answer = await get('/robots.txt', {});
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect((await answer.text()).split('\n')).toEqual([
      'User-agent: *',
      'Allow: /$',
      'Allow: /docs/',
      'Allow: /players/',
      'Disallow: /',
      '',
    ]);
  });

  testRows([
    ['a share page that is gone', `/players/${'a'.repeat(43)}`, BROWSER],
    ['a wrong address', '/players/nobody?from=mail', BROWSER],
    ['no address', '/players/', BROWSER],
    ['an address below a share page', '/players/a/b', BROWSER],
    ['a program', '/players/a/b', {}],
  ])('lets search engines read what players share, but not list it', async (_, path, headers) => {
    const answer = await get(path, headers);
    expect([answer.status, answer.headers.get('x-robots-tag')]).toEqual([404, 'noindex, nofollow']);
  });

  it('lets search engines list the first page and the documentation', async () => {
    for (const path of ['/', '/docs/']) {
      expect((await get(path)).headers.has('x-robots-tag')).toBe(false);
    }
  });

  it('shows a page with a link for a wrong address', async () => {
    const answer = await get('/nothing/here?secret=1');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      404,
      'text/html; charset=utf-8',
    ]);
    const page = await answer.text();
    expect(page).toContain('href="/"');
    expect(page).not.toContain('secret');
  });

  testRows([
    ['a program', 'GET', '/nothing', { accept: 'application/json' }],
    ['a form', 'POST', '/nothing', BROWSER],
    ['a program without an Accept header', 'GET', '/api/v2/members', {}],
    ['a browser below the API', 'GET', '/api/v1/nothing', BROWSER],
  ])('answers programs with a problem', async (_, method, path, headers) => {
    const answer = await fetch(`${origin}${path}`, { method, headers });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      404,
      expect.stringContaining('application/problem+json'),
    ]);
    expect(await answer.json()).toMatchObject({
      type: expect.stringMatching(/\/docs\/errors\/unknown_address$/),
      code: 'unknown_address',
      detail: expect.stringContaining(`${path}. The paths of operations begin with /api/v1 `),
      instance: answer.headers.get('x-request-id'),
    });
  });

  it('lets no page of another origin call the API, because its keys belong on servers', async () => {
    const path = '/api/v1/partner/usage';
    const asked = await fetch(`${origin}${path}`, {
      method: 'OPTIONS',
      headers: { origin: 'http://localhost:5173', 'access-control-request-method': 'GET' },
    });
    const sent = await get(path, { origin: 'http://localhost:5173' });
    const allowed = [asked, sent].flatMap(({ headers }) =>
      [...headers.keys()].filter((name) => name.startsWith('access-control-')),
    );
    expect(allowed).toEqual([]);
  });
});
