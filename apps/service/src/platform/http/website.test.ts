import { beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';
import { startTestService } from '../../testing/test-service.ts';

const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

describe('the address of the service in a browser', () => {
  let origin: string;

  beforeEach(async () => {
    const { baseUrl } = await startTestService({ database: await createTestDatabase('postgres') });
    ({ origin } = new URL(baseUrl));
  });

  const get = async (path: string, headers: Record<string, string> = BROWSER) =>
    await fetch(`${origin}${path}`, { headers });

  it('is a page that leads players and developers on', async () => {
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

  it.each(['/favicon.ico', '/favicon.svg'])(
    'has an icon at %s, asked for once a day',
    async (path) => {
      const answer = await get(path, {});
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=86400');
    },
  );

  it('lets search engines read the first page and the documentation alone', async () => {
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

  it.each([
    ['a share page that is gone', `/players/${'a'.repeat(43)}`, BROWSER],
    ['a wrong address', '/players/nobody?from=mail', BROWSER],
    ['no address', '/players/', BROWSER],
    ['an address below one', '/players/a/b', BROWSER],
    ['a program', '/players/a/b', {}],
  ])(
    'has no search engine list what players share, which it may read: %s',
    async (_, path, headers) => {
      const answer = await get(path, headers);
      expect([answer.status, answer.headers.get('x-robots-tag')]).toEqual([
        404,
        'noindex, nofollow',
      ]);
    },
  );

  it('leaves the first page and the documentation to search engines', async () => {
    for (const path of ['/', '/docs/']) {
      expect((await get(path)).headers.has('x-robots-tag')).toBe(false);
    }
  });

  it('says in a page that an address is wrong, and leads back', async () => {
    const answer = await get('/nothing/here?secret=1');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      404,
      'text/html; charset=utf-8',
    ]);
    const page = await answer.text();
    expect(page).toContain('href="/"');
    expect(page).not.toContain('secret');
  });

  it.each([
    ['a program', 'GET', '/nothing', { accept: 'application/json' }],
    ['a form', 'POST', '/nothing', BROWSER],
    ['a program that says nothing', 'GET', '/api/v2/members', {}],
  ])('says it to %s as a problem', async (_, method, path, headers) => {
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

  it('lets no page of another origin call the API, since its keys belong on servers', async () => {
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

  it('answers a wrong operation below the API as the contract says, to a browser too', async () => {
    const answer = await get('/api/v1/nothing');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      404,
      expect.stringContaining('application/problem+json'),
    ]);
  });
});
