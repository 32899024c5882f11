import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { buildApp } from './app.ts';
import { offlineClub } from './testing/offline-club.ts';

const host = 'localhost:4000';

describe('the club, if the service does not respond', () => {
  it('shows its start page and says that webhooks cannot be received', async () => {
    const app = await buildApp(offlineClub());
    const response = await app.inject({ url: '/', headers: { host } });
    expect(response.statusCode).toBe(200);
    expect(response.body).toContain('Webhooks cannot be received yet');
  });

  it('says that the service does not respond when somebody connects', async () => {
    const app = await buildApp(offlineClub());
    const response = await app.inject({ url: '/connect', headers: { host } });
    expect(response.statusCode).toBe(502);
    expect(response.body).toContain('The rating service does not respond');
  });
});

describe('what browsers may do', () => {
  it('redirects browsers to the address of the cookie', async () => {
    const app = await buildApp(offlineClub());
    const response = await app.inject({ url: '/?a=b', headers: { host: '127.0.0.1:4000' } });
    expect(response.statusCode).toBe(302);
    expect(response.headers.location).toBe('http://localhost:4000/?a=b');
  });

  testRows([undefined, 'null', 'http://localhost:3001', 'https://evil.example'])(
    'refuses a form posted from another origin',
    async (origin) => {
      const app = await buildApp(offlineClub());
      const response = await app.inject({
        method: 'POST',
        url: '/matches',
        headers: { host, ...(origin !== undefined && { origin }) },
        payload: 'sport=padel',
      });
      expect(response.statusCode).toBe(403);
    },
  );

  it('redirects visitors who are not connected to the start page', async () => {
    const app = await buildApp(offlineClub());
    const pages = [
      '/player',
      '/leaderboard',
      '/opponents',
      '/club-night',
      '/tournament',
      '/deliveries',
    ];
    for (const url of [...pages, '/matches/6f1f8a52-0c1d-4a7e-9a53-0a1f6a0f5f0e']) {
      const response = await app.inject({ url, headers: { host } });
      expect([response.statusCode, response.headers.location]).toEqual([303, '/']);
    }
  });

  it('forbids frames, other origins, inline code, and caching of pages', async () => {
    const app = await buildApp(offlineClub());
    const { headers } = await app.inject({ url: '/', headers: { host } });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
    });
  });
});

it('the club sends a page for an unknown address', async () => {
  const app = await buildApp(offlineClub());
  const response = await app.inject({ url: '/nowhere', headers: { host } });
  expect(response.statusCode).toBe(404);
  expect(response.body).toContain('Page not found');
});
