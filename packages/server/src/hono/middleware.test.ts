import type { Context } from 'hono';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { Handlers, Principal } from '../index.ts';
import { authenticate, handlersWith, problemTypeBase, withKey } from '../testing/test-server.ts';
import { type HonoOptions, partnerRating } from './index.ts';

function appWith(options: Partial<HonoOptions> = {}): Hono {
  const handlers = handlersWith({}) as unknown as Handlers<Principal, Context>;
  const app = new Hono();
  app.use(
    partnerRating({ prefix: '/api/v1', handlers, authenticate, problemTypeBase, ...options }),
  );
  app.get('*', (context) => context.text('The page.'));
  return app;
}

test('a path outside the prefix goes on to the next handler', async () => {
  const app = appWith();
  expect(await (await app.request('/docs')).text()).toBe('The page.');
  expect(await (await app.request('/api/v10/partner/usage')).text()).toBe('The page.');
  expect((await app.request('/api/v1/nothing')).status).toBe(404);
});

test('without a prefix, only the paths of the document are served', async () => {
  const app = appWith({ prefix: '' });
  expect((await app.request('/partner/usage')).status).toBe(401);
  expect(await (await app.request('/partner/nothing')).text()).toBe('The page.');
  expect(await (await app.request('/%ZZ')).text()).toBe('The page.');
});

test("handlers and authenticators receive Hono's context", async () => {
  const seen: string[] = [];
  const see = ({ req }: Context) => seen.push(`${req.method} ${req.path}`);
  const handlers = handlersWith({}) as unknown as Handlers<Principal, Context>;
  const app = appWith({
    handlers: {
      ...handlers,
      'oauth.listScopes': (_request, { raw }) => {
        see(raw);
        return { status: 200, body: { scopes: [] } };
      },
    },
    authenticate: {
      ...authenticate,
      ApiKey: (_key, context) => {
        see(context);
        return null;
      },
    },
  });
  await app.request('/api/v1/partner/oauth/scopes');
  await app.request('/api/v1/partner/usage', { headers: withKey });
  expect(seen).toEqual(['GET /api/v1/partner/oauth/scopes', 'GET /api/v1/partner/usage']);
});
