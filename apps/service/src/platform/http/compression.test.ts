import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { testRows } from '@partner-rating/table-tests';
import { type FastifyInstance, fastify } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createFormToken } from '../../connect/login/posted-form.ts';
import { compressPages, requireHttps, staticDocument } from './compression.ts';

const page = `<p>${'a'.repeat(5_000)}</p>`;
const document = Buffer.from(JSON.stringify({ openapi: '3.1.1', text: 'a'.repeat(5_000) }));

function serve(publicUrl = 'https://ratings.example'): FastifyInstance {
  const app = fastify();
  onTestFinished(() => app.close());
  requireHttps(app, publicUrl);
  compressPages(app);
  app.get('/page', async (_request, reply) => reply.type('text/html').send(page));
  app.get('/short', async (_request, reply) => reply.type('text/html').send('<p>a</p>'));
  app.get('/api', async (_request, reply) => reply.type('application/json').send(page));
  app.get('/openapi.json', staticDocument(document, 'application/json'));
  return app;
}

const decoded = (encoding: unknown, body: Buffer) =>
  encoding === 'br' ? brotliDecompressSync(body) : gunzipSync(body);

describe('a page', () => {
  const session = { cookie: 'session=a' };
  testRows([
    ['as the browser prefers', '/page', { 'accept-encoding': 'gzip, deflate, br, zstd' }, 'br'],
    ['as the client can', '/page', { 'accept-encoding': 'gzip' }, 'gzip'],
    [
      'in the own site',
      '/page',
      { 'accept-encoding': 'br', ...session, 'sec-fetch-site': 'same-origin' },
      'br',
    ],
    [
      'for a typed address',
      '/page',
      { 'accept-encoding': 'br', ...session, 'sec-fetch-site': 'none' },
      'br',
    ],
  ])('is compressed if the client accepts it', async (_what, url, headers, encoding) => {
    const answer = await serve().inject({ url, headers });
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers.vary).toBe('accept-encoding');
    expect(decoded(encoding, answer.rawPayload).toString()).toBe(page);
    expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length);
  });

  testRows([
    ['without a known encoding', '/page', { 'accept-encoding': 'zstd' }],
    ['if the client refuses the encoding', '/page', { 'accept-encoding': 'gzip;q=0' }],
    ['if it is short', '/short', { 'accept-encoding': 'gzip' }],
    [
      'if another site sends a request with a session',
      '/page',
      { 'accept-encoding': 'br', ...session, 'sec-fetch-site': 'cross-site' },
    ],
    ['if the requesting site is unknown', '/page', { 'accept-encoding': 'br', ...session }],
    ['if it is a response of the API', '/api', { 'accept-encoding': 'br' }],
  ])('is not compressed', async (_what, url, headers) => {
    const answer = await serve().inject({ url, headers });
    expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([200, undefined]);
  });

  it('has a different form token in each response', () => {
    const parts = [1, 2].flatMap(() => createFormToken('session a').split('.'));
    expect(new Set(parts).size).toBe(4);
  });
});

describe('the document', () => {
  testRows(['br', 'gzip'])('has each encoding, and the same bytes each time', async (encoding) => {
    const app = serve();
    const ask = async () =>
      await app.inject({ url: '/openapi.json', headers: { 'accept-encoding': encoding } });
    const first = await ask();
    expect(first.headers['content-encoding']).toBe(encoding);
    expect(first.rawPayload.length).toBeLessThan(document.length / 5);
    expect(decoded(encoding, first.rawPayload)).toEqual(document);
    expect((await ask()).rawPayload).toEqual(first.rawPayload);
  });

  it('can be cached, and is not sent again to a client that has it', async () => {
    const app = serve();
    const { headers, rawPayload } = await app.inject('/openapi.json');
    expect(rawPayload).toEqual(document);
    expect(headers['cache-control']).toBe('public, max-age=300');
    const has = async (etag: string) =>
      await app.inject({ url: '/openapi.json', headers: { 'if-none-match': etag } });
    const again = await has(`"other", ${headers.etag}`);
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', headers.etag]);
    expect((await has('"other"')).statusCode).toBe(200);
  });
});

testRows([
  ['https://ratings.example', 'max-age=31536000'],
  ['http://ratings.example', undefined],
  ['https://localhost', undefined],
])('Strict-Transport-Security depends on the address', async (publicUrl, value) => {
  const { headers } = await serve(publicUrl).inject('/page');
  expect(headers['strict-transport-security']).toBe(value);
});
