import { testRows } from '@partner-rating/table-tests';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { describe, expect, test } from 'vitest';
import {
  type AnyReply,
  type ErrorItem,
  type Handlers,
  ProblemError,
  RenderedJson,
} from '../index.ts';
import { testServer, withKey } from '../testing/test-server.ts';

const scopes = { scopes: [{ name: 'user:profile:read', description: 'Name and location.' }] };

/** Serves `oauth.listScopes` with a reply that its type does not allow. */
async function listScopes(reply: AnyReply, options: Parameters<typeof testServer>[1] = {}) {
  const handler = (() => reply) as unknown as Handlers['oauth.listScopes'];
  const app = await testServer({ 'oauth.listScopes': handler }, options);
  const response = await app.inject({ url: '/api/v1/partner/oauth/scopes' });
  const errors: ErrorItem[] = response.statusCode === 500 ? response.json().errors : [];
  return { response, errors: errors.map(({ pointer, code }) => `${pointer} ${code}`) };
}

describe('an invalid response becomes a 500 with its errors', () => {
  test('a body that does not match its schema', async () => {
    const { response, errors } = await listScopes({ status: 200, body: { scopes: [{ name: 1 }] } });
    expect(errors).toContain('/body/scopes/0/name type');
    expect(response.json().detail).toContain('The 200 response of oauth.listScopes');
    expect(response.headers['content-type']).toBe('application/problem+json');
  });

  test('an undeclared field at any depth', async () => {
    const [scope] = scopes.scopes;
    const body = { scopes: [{ ...scope, rowId: 1 }], passwordHash: '$argon2id$' };
    const { response, errors } = await listScopes({ status: 200, body });
    expect(errors).toEqual([
      '/body/scopes/0/rowId additionalProperties',
      '/body/passwordHash additionalProperties',
    ]);
    expect(response.body).not.toContain('argon2id');
  });

  test('an undeclared field in serialized JSON', async () => {
    const body = new RenderedJson(JSON.stringify({ ...scopes, passwordHash: '$argon2id$' }));
    const { errors } = await listScopes({ status: 200, body });
    expect(errors).toEqual(['/body/passwordHash additionalProperties']);
  });

  testRows<[string, AnyReply, string]>([
    ['a status that is not documented', { status: 202, body: {} }, '/status enum'],
    ['no body', { status: 200 }, '/body required'],
    [
      'another content type',
      { status: 200, body: 'text', headers: { 'content-type': 'text/plain' } },
      '/headers/content-type enum',
    ],
  ])('an invalid status, body, or header field', async (_what, reply, error) => {
    expect((await listScopes(reply)).errors).toEqual([error]);
  });

  test('an undocumented body, and a missing header field', async () => {
    const app = await testServer({
      'oauth.showAuthorization': (() => ({ status: 303, body: 'x' })) as never,
    });
    const response = await app.inject({ url: '/api/v1/partner/oauth/authorize' });
    const errors: ErrorItem[] = response.json().errors;
    expect(errors.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
      '/headers/location required',
      '/body type',
    ]);
  });

  test('a header field that does not match its schema', async () => {
    const app = await testServer({
      'usage.get': () => {
        throw new ProblemError('rate_limited', { headers: { 'retry-after': 'soon' } });
      },
    });
    const response = await app.inject({ url: '/api/v1/partner/usage', headers: withKey });
    expect(response.json().errors[0].pointer).toBe('/headers/retry-after');
  });

  test('an undocumented error', async () => {
    const app = await testServer({
      'usage.get': () => {
        throw new ProblemError('match_conflict');
      },
    });
    const response = await app.inject({ url: '/api/v1/partner/usage', headers: withKey });
    expect(response.json().errors[0].pointer).toBe('/status');
  });
});

test('header fields set by a hook of the application are checked', async () => {
  const { response } = await listScopes(
    { status: 200, body: scopes },
    {
      prepare: (app) => {
        app.addHook('onSend', async (_request: FastifyRequest, reply: FastifyReply) => {
          reply.header('x-request-id', 'not an id');
        });
      },
    },
  );
  expect(response.statusCode).toBe(500);
  expect(response.json().errors[0].pointer).toBe('/headers/x-request-id');
});

test('the 405 of a path that fits the parameter of another path is sent', async () => {
  const app = await testServer();
  const response = await app.inject({ url: '/api/v1/partner/matches/predict', headers: withKey });
  expect([response.statusCode, response.headers.allow]).toEqual([405, 'OPTIONS, POST']);
});

test('a HEAD request has no body to check', async () => {
  const app = await testServer({
    'oauth.listScopes': () => ({ status: 200, body: scopes }) as never,
  });
  const response = await app.inject({ method: 'HEAD', url: '/api/v1/partner/oauth/scopes' });
  expect(response.statusCode).toBe(200);
});

test('without validateResponses, nothing is checked', async () => {
  const { response } = await listScopes(
    { status: 299, body: { wrong: true } },
    { validateResponses: false },
  );
  expect([response.statusCode, response.body]).toEqual([299, '{"wrong":true}']);
});
