import { fastify } from 'fastify';
import { describe, expect, test } from 'vitest';
import { type Handlers, operations } from '../index.ts';
import { authenticate, handlersWith, problemTypeBase, testServer } from '../testing/test-server.ts';
import { partnerRatingServer } from './index.ts';

describe('the plugin', () => {
  test('serves every operation of the document under the prefix', async () => {
    const app = await testServer();
    for (const { method, route } of operations) {
      expect(app.hasRoute({ method, url: `/api/v1${route}` })).toBe(true);
    }
  });

  test('serves under no prefix too', async () => {
    const app = await testServer({}, { prefix: '' });
    expect((await app.inject({ url: '/partner/usage' })).statusCode).toBe(401);
  });

  test('serves inside a scope without affecting the rest of the application', async () => {
    const app = fastify();
    await app.register(
      async (scope) => {
        await scope.register(partnerRatingServer, {
          prefix: '/v1',
          handlers: handlersWith({}),
          authenticate,
          problemTypeBase,
        });
      },
      { prefix: '/api' },
    );
    expect((await app.inject({ url: '/api/v1/partner/usage' })).statusCode).toBe(401);
    expect((await app.inject({ url: '/api/v1/nothing' })).json().code).toBe('unknown_address');
    expect((await app.inject({ url: '/nothing' })).json()).not.toHaveProperty('code');
    await app.close();
  });

  test('refuses to start without a handler for each operation', async () => {
    const { 'usage.get': _, ...handlers } = handlersWith({});
    const app = fastify();
    app.register(partnerRatingServer, {
      handlers: handlers as Handlers,
      authenticate,
      problemTypeBase,
    });
    await expect(app.ready()).rejects.toThrow('usage.get has no handler');
  });

  test('does not change the caching of other routes', async () => {
    const app = await testServer();
    app.get('/docs', async () => 'A page.');
    expect((await app.inject({ url: '/docs' })).headers).not.toHaveProperty('cache-control');
  });

  test('sends the request id with the responses of other routes too', async () => {
    const app = await testServer();
    app.get('/healthz', async ({ operation, principal }) => ({ operation, principal }));
    const response = await app.inject({ url: '/healthz' });
    expect(response.headers['x-request-id']).toMatch(/^req_/);
    expect(response.json()).toEqual({ operation: null, principal: null });
  });

  test('does not parse the bodies of other routes', async () => {
    const app = await testServer();
    app.post('/echo', async ({ body }) => body);
    const response = await app.inject({ method: 'POST', url: '/echo', payload: { a: 1 } });
    expect(response.json()).toEqual({ a: 1 });
  });
});
