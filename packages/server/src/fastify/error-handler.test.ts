import { testRows } from '@partner-rating/table-tests';
import { fastify } from 'fastify';
import { describe, expect, test } from 'vitest';
import { type Handlers, OAuthError, ProblemError } from '../index.ts';
import {
  authenticate,
  handlersWith,
  problemTypeBase,
  testServer,
  withKey,
} from '../testing/test-server.ts';
import { fastifyOptions, partnerRatingServer } from './index.ts';

async function responseAfter(thrown: unknown, options: { validateResponses?: boolean } = {}) {
  const app = await testServer(
    {
      'members.get': async () => {
        throw thrown;
      },
    },
    options,
  );
  return await app.inject({ url: '/api/v1/partner/member?memberId=1', headers: withKey });
}

describe('a ProblemError', () => {
  test('is sent with the status, title, and detail of the catalogue', async () => {
    const response = await responseAfter(new ProblemError('not_found'));
    expect(response.statusCode).toBe(404);
    expect(response.headers['content-type']).toBe('application/problem+json');
    expect(response.json()).toEqual({
      type: 'http://localhost:3001/docs/errors/not_found',
      title: 'Not found',
      status: 404,
      detail: expect.stringContaining('Something in the request does not exist'),
      instance: response.headers['x-request-id'],
      code: 'not_found',
    });
  });

  test('may have its own detail, errors, and header fields', async () => {
    const errors = [{ pointer: '/matches/0', code: 'no_winner', detail: 'Nobody won.' } as const];
    const response = await responseAfter(
      new ProblemError('rate_limited', {
        detail: 'Slow down.',
        errors,
        headers: { 'retry-after': '17' },
      }),
    );
    expect(response.statusCode).toBe(429);
    expect(response.headers['retry-after']).toBe('17');
    expect(response.json()).toMatchObject({ detail: 'Slow down.', errors });
  });
});

describe('500 internal', () => {
  testRows<[string, unknown]>([
    ['an error', new Error('SELECT secret FROM /srv/file')],
    ['a rejected promise with something else', 'secret'],
    ['nothing', undefined],
    [
      'an error that claims to be a success',
      Object.assign(new Error('secret'), { statusCode: 200 }),
    ],
  ])('does not show the thrown error', async (_what, thrown) => {
    const response = await responseAfter(thrown);
    expect([response.statusCode, response.json().code]).toEqual([500, 'internal']);
    expect(response.body).not.toMatch(/secret|SELECT|stack|\.ts/);
  });

  test('is logged with the error and the request id, unlike each 503 of an outage', async () => {
    const lines: string[] = [];
    const app = fastify({
      ...fastifyOptions({ problemTypeBase }),
      logger: { level: 'error', stream: { write: (line: string) => void lines.push(line) } },
    });
    const handlers = handlersWith({
      'usage.get': () => {
        throw new Error('the disk is full');
      },
      'leaderboard.listCategories': () => {
        throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
      },
    });
    await app.register(partnerRatingServer, { handlers, authenticate, problemTypeBase });
    const response = await app.inject({ url: '/partner/usage', headers: withKey });
    const outage = await app.inject({ url: '/leaderboard/categories', headers: withKey });
    expect(outage.statusCode).toBe(503);
    await app.close();
    expect(lines).toHaveLength(1);
    const [line] = lines.map((text) => JSON.parse(text));
    expect(line.err.message).toBe('the disk is full');
    expect(line.reqId).toBe(response.headers['x-request-id']);
  });
});

describe('an error of another plugin', () => {
  testRows([
    [429, 'rate_limited'],
    [413, 'body_too_large'],
    [503, 'unavailable'],
    [409, 'validation_failed'],
    [502, 'internal'],
  ])('becomes the problem of its status', async (statusCode, code) => {
    const thrown = Object.assign(new Error('secret'), { statusCode });
    const response = await responseAfter(thrown, { validateResponses: false });
    expect(response.json().code).toBe(code);
    expect(response.statusCode).toBe(statusCode === 502 ? 500 : statusCode);
    expect(response.body).not.toContain('secret');
  });
});

describe('an OAuth operation', () => {
  async function exchange(handler: Handlers['oauth.exchangeToken'], payload = 'grant_type=a') {
    const app = await testServer({ 'oauth.exchangeToken': handler });
    return await app.inject({
      method: 'POST',
      url: '/api/v1/partner/oauth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload,
    });
  }

  test('sends an OAuthError as the body of RFC 6749, with no-store', async () => {
    const response = await exchange(() => {
      throw new OAuthError('invalid_grant', { description: 'The code was used.' });
    });
    expect(response.statusCode).toBe(400);
    expect(response.headers['content-type']).toBe('application/json');
    expect(response.headers['cache-control']).toBe('private, no-store');
    expect(response.json()).toEqual({
      error: 'invalid_grant',
      error_description: 'The code was used.',
      error_uri: `${problemTypeBase}#invalid_grant`,
    });
  });

  test('sends only the characters that RFC 6749 allows in error_description', () => {
    const { description } = new OAuthError('invalid_scope', {
      description: 'Unknown "scope" \\ München\n🎾',
    });
    expect(description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
    expect(description).toContain("Unknown 'scope'");
  });

  test('sends errors of the request as invalid_request', async () => {
    const response = await exchange(() => ({ status: 200, body: {} as never }), 'scope=a');
    expect(response.json()).toEqual({
      error: 'invalid_request',
      error_description: '/grant_type: `grant_type` is missing. Send it.',
      error_uri: `${problemTypeBase}#invalid_request`,
    });
  });

  test('sends problems for the statuses that are documented as problems', async () => {
    for (const code of ['unavailable', 'internal'] as const) {
      const response = await exchange(() => {
        throw new ProblemError(code, { headers: { 'retry-after': '1' } });
      });
      expect(response.headers['content-type']).toBe('application/problem+json');
      expect(response.json().code).toBe(code);
    }
  });

  test('415 is a problem, as documented', async () => {
    const app = await testServer();
    const response = await app.inject({
      method: 'POST',
      url: '/api/v1/partner/oauth/token',
      headers: { 'content-type': 'text/plain' },
      payload: 'a',
    });
    expect([response.statusCode, response.json().code]).toEqual([415, 'unsupported_media_type']);
  });
});

describe('an operation whose errors are pages', () => {
  async function show(options: Parameters<typeof testServer>[1] = {}) {
    const app = await testServer(
      {
        'oauth.showAuthorization': () => {
          throw new ProblemError('internal', { detail: 'Broken <b>&"\'.' });
        },
      },
      options,
    );
    return await app.inject({ url: '/api/v1/partner/oauth/authorize?client_id=a' });
  }

  test('sends an error as a page with its texts, escaped', async () => {
    const response = await show();
    expect(response.statusCode).toBe(500);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.headers['cache-control']).toBe('private, no-store');
    expect(response.body).toContain('Broken &#60;b&#62;&#38;&#34;&#39;.');
    expect(response.body).toContain(response.headers['x-request-id']);
  });

  test('can send a custom page', async () => {
    const response = await show({ errorPage: ({ code }) => `<h1>${code}</h1>` });
    expect(response.body).toBe('<h1>internal</h1>');
  });
});

test('a request with malformed JSON keeps the connection', async () => {
  const app = await testServer();
  const headers = { ...withKey, 'content-type': 'application/json' };
  const url = '/api/v1/partner/matches';
  const response = await app.inject({ method: 'POST', url, headers, payload: '{' });
  expect([response.statusCode, response.headers.connection]).toEqual([400, 'keep-alive']);
});

test('a scope with its own error handler keeps it', async () => {
  const app = await testServer();
  await app.register(async (scope) => {
    scope.setErrorHandler((_error, _request, reply) => reply.code(418).send('own'));
    scope.get('/own', () => {
      throw new Error('x');
    });
  });
  expect((await app.inject({ url: '/own' })).body).toBe('own');
});
