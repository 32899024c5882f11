import { testRows } from '@partner-rating/table-tests';
import { describe, expect, test } from 'vitest';
import { type Authenticators, ProblemError, type ReplyHeaders } from '../index.ts';
import { authenticate, testServer, withKey } from '../testing/test-server.ts';

const basic = (text: string) => ({
  authorization: `Basic ${Buffer.from(text).toString('base64')}`,
});

async function call(
  url: string,
  headers: Record<string, string> = {},
  method: 'GET' | 'POST' = 'GET',
  authenticators: Authenticators = authenticate,
) {
  const seen: unknown[] = [];
  const see = (_request: unknown, { principal }: { principal: unknown }) => {
    seen.push(principal);
    return { status: 200, body: {} as never } as const;
  };
  const app = await testServer(
    {
      'members.get': see,
      'members.getBulk': see,
      'oauth.exchangeToken': see,
      'oauth.listScopes': see,
      'usage.get': see,
    },
    { validateResponses: false, authenticate: authenticators },
  );
  const response = await app.inject({
    method,
    url: `/api/v1${url}`,
    headers,
    ...(method === 'POST' && { payload: 'grant_type=a' }),
  });
  return {
    status: response.statusCode,
    challenge: response.headers['www-authenticate'],
    body: response.body === '' ? {} : response.json(),
    principal: seen[0] as { kind: string } | null | undefined,
  };
}

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const member = '/partner/member?memberId=1';
const token = '/partner/oauth/token';

describe('a known credential', () => {
  test('an API key in X-API-Key', async () => {
    expect((await call(member, withKey)).principal?.kind).toBe('key');
  });

  testRows(['Bearer pra_profile', 'bearer pra_profile', 'BEARER  pra_profile'])(
    'an access token, with its scheme in any case',
    async (authorization) => {
      expect((await call(member, { authorization })).principal?.kind).toBe('token');
    },
  );

  test('client identifier and key as Basic, form-encoded as RFC 6749 requires', async () => {
    const plain = await call(token, { ...form, ...basic('courtside-club:prk_all-1_2') }, 'POST');
    expect(plain.principal?.kind).toBe('key');
    const encoded = basic('courtside%2Dclub:prk%5Fall%2D1%5F2');
    expect((await call(token, { ...form, ...encoded }, 'POST')).principal?.kind).toBe('key');
  });

  test('is not required where the document requires none', async () => {
    const { status, principal } = await call('/partner/oauth/scopes', { 'x-api-key': 'unknown' });
    expect([status, principal]).toEqual([200, null]);
  });

  test('may be left out where the document makes it optional', async () => {
    const { status, principal } = await call(token, form, 'POST');
    expect([status, principal]).toEqual([200, null]);
  });

  test('of any key is enough where no scope is needed', async () => {
    expect((await call('/partner/usage', { 'x-api-key': 'prk_none' })).status).toBe(200);
  });
});

describe('401 unauthenticated', () => {
  test('no credential: what is taken, and how', async () => {
    const { status, challenge, body } = await call(member);
    expect([status, body.code]).toEqual([401, 'unauthenticated']);
    expect(challenge).toBe(
      'ApiKey realm="partner-rating", header="X-API-Key", Bearer realm="partner-rating"',
    );
    expect(body.detail).toContain(
      'Send an API key in X-API-Key or an access token as Authorization: Bearer.',
    );
  });

  test('an unknown token: invalid_token in the challenge of its scheme (RFC 6750 §3)', async () => {
    const { status, challenge } = await call(member, { authorization: 'Bearer x' });
    expect(status).toBe(401);
    expect(challenge).toBe(
      'ApiKey realm="partner-rating", header="X-API-Key", Bearer realm="partner-rating", error="invalid_token"',
    );
  });

  test('an unknown key', async () => {
    const { status, challenge, body } = await call(member, { 'x-api-key': 'x' });
    expect(status).toBe(401);
    expect(challenge).toContain('header="X-API-Key", error="invalid_token"');
    expect(body.detail).not.toContain('no credential');
  });

  testRows(['Bearer pra_profile', 'Digest a=b', 'Bearer', 'pra_profile'])(
    'one the operation does not take',
    async (authorization) => {
      const { status, challenge } = await call('/partner/members?ids=1', { authorization });
      expect([status, challenge]).toEqual([
        401,
        'ApiKey realm="partner-rating", header="X-API-Key"',
      ]);
    },
  );

  test('comes before every other error of the request', async () => {
    expect((await call('/partner/members?nonsense=1')).status).toBe(401);
  });

  test('an OAuth operation: invalid_client, and Basic among the challenges', async () => {
    for (const credential of [
      basic('courtside-club:x'),
      basic('%ZZ:x'),
      basic('none'),
      { 'x-api-key': 'x' },
    ]) {
      const { status, challenge, body } = await call(token, { ...form, ...credential }, 'POST');
      expect([status, body.error]).toEqual([401, 'invalid_client']);
      expect(challenge).toContain('Basic realm="partner-rating", charset="UTF-8"');
    }
  });

  describe('a token that is bound to a key (RFC 9449 §7.1)', () => {
    const dpop = { authorization: 'DPoP pra_bound', dpop: 'a.b.c' };
    const bound: Authenticators = {
      ...authenticate,
      AccessToken: () => {
        throw new ProblemError('unauthenticated', { detail: 'Send it as DPoP.' });
      },
      DpopToken: async (value) => {
        if (value !== 'pra_bound') throw new ProblemError('use_dpop_nonce');
        return { kind: 'token', scopes: new Set(['user:profile:read']) };
      },
    };

    test('is taken, where there is an authenticator for it', async () => {
      expect((await call(member, dpop, 'GET', bound)).principal?.kind).toBe('token');
      const { status, challenge } = await call(member, dpop);
      expect([status, challenge]).toEqual([401, expect.not.stringContaining('DPoP')]);
    });

    test('is refused as the authenticator says, with the challenges of the operation', async () => {
      const unknown = { authorization: 'DPoP pra_other', dpop: 'a.b.c' };
      const nonce = await call(member, unknown, 'GET', bound);
      expect([nonce.status, nonce.body.code]).toEqual([401, 'use_dpop_nonce']);
      expect(nonce.challenge).toMatch(/Bearer [^,]+, DPoP [^,]+, error="use_dpop_nonce"$/);
      const bearer = await call(member, { authorization: 'Bearer pra_bound' }, 'GET', bound);
      expect(bearer.body.detail).toBe('Send it as DPoP.');
      expect(bearer.challenge).toMatch(/Bearer [^,]+, error="invalid_token", DPoP [^,]+$/);
    });

    test('comes with the algorithms of proofs in its challenge', async () => {
      const app = await testServer({}, { authenticate: bound, dpopAlgorithms: ['ES256', 'EdDSA'] });
      const { headers } = await app.inject({ url: '/api/v1/partner/member' });
      expect(headers['www-authenticate']).toMatch(/DPoP [^,]+, algs="ES256 EdDSA"$/);
    });
  });

  test("the realm is the implementer's", async () => {
    const app = await testServer({}, { realm: 'Ratings of Utopia' });
    const { headers } = await app.inject({ url: '/api/v1/partner/usage' });
    expect(headers['www-authenticate']).toContain('ApiKey realm="Ratings of Utopia"');
  });

  test('who brings a token learns where the metadata are, where there are any (RFC 9728 §5.1)', async () => {
    const resourceMetadata = 'https://a.example/.well-known/oauth-protected-resource/api/v1';
    const app = await testServer({}, { resourceMetadata });
    const { headers } = await app.inject({ url: '/api/v1/partner/member' });
    expect(headers['www-authenticate']).toBe(
      'ApiKey realm="partner-rating", header="X-API-Key", ' +
        `Bearer realm="partner-rating", resource_metadata="${resourceMetadata}"`,
    );
  });
});

describe('403 insufficient_scope', () => {
  test('a key without the scope: detail and challenge name it', async () => {
    const { status, body, challenge } = await call(member, { 'x-api-key': 'prk_none' });
    expect([status, body.code]).toEqual([403, 'insufficient_scope']);
    expect(body.detail).toContain('key:member:read');
    expect(challenge).toContain('error="insufficient_scope", scope="key:member:read"');
  });

  test('a token needs the user scopes', async () => {
    const { status, body, challenge } = await call('/partner/member/rating-history', {
      authorization: 'Bearer pra_profile',
    });
    expect([status, body.code]).toEqual([403, 'insufficient_scope']);
    expect(challenge).toContain(
      'Bearer realm="partner-rating", error="insufficient_scope", scope="user:rating:history"',
    );
  });

  test('an OAuth operation sends an OAuth error', async () => {
    const app = await testServer();
    const response = await app.inject({
      method: 'POST',
      url: '/api/v1/partner/oauth/authorize',
      headers: { 'x-api-key': 'prk_none' },
      payload: {},
    });
    expect([response.statusCode, response.json().error]).toEqual([403, 'insufficient_scope']);
    expect(response.headers['cache-control']).toBe('private, no-store');
  });
});

describe('400 two credentials at once', () => {
  testRows([['Bearer pra_profile'], ['Basic YTpi']])(
    'a key and an Authorization header',
    async (authorization) => {
      const { status, body, challenge, principal } = await call(member, {
        ...withKey,
        authorization,
      });
      expect([status, body.code, principal]).toEqual([400, 'validation_failed', undefined]);
      expect(challenge).toContain('Bearer realm="partner-rating", error="invalid_request"');
    },
  );

  test('an OAuth operation: invalid_request (RFC 6749 §5.2)', async () => {
    const headers = { ...form, ...withKey, ...basic('courtside-club:prk_all-1_2') };
    const { status, body } = await call(token, headers, 'POST');
    expect([status, body.error]).toEqual([400, 'invalid_request']);
  });
});

describe('an authenticator', () => {
  test('may throw a problem, which is sent', async () => {
    const headers: ReplyHeaders = { 'retry-after': '7' };
    const { status, body } = await call(member, withKey, 'GET', {
      ...authenticate,
      ApiKey: async () => {
        throw new ProblemError('rate_limited', { headers: headers as Record<string, string> });
      },
    });
    expect([status, body.code]).toEqual([429, 'rate_limited']);
  });

  test('that fails is a 500 without its message', async () => {
    for (const ApiKey of [
      () => {
        throw new Error('connect ECONNREFUSED');
      },
      async () => {
        throw new Error('connect ECONNREFUSED');
      },
    ]) {
      const { status, body } = await call(member, withKey, 'GET', { ...authenticate, ApiKey });
      expect([status, body.code]).toEqual([500, 'internal']);
      expect(JSON.stringify(body)).not.toContain('ECONNREFUSED');
    }
  });

  test('is called before the body is read, and later hooks have the principal', async () => {
    const order: string[] = [];
    const app = await testServer({}, { validateResponses: false });
    app.addHook('onRequest', async ({ operation, principal }) => {
      order.push(`${operation?.id} ${principal?.kind}`);
    });
    app.addHook('preParsing', async () => {
      order.push('body');
    });
    await app.inject({
      method: 'POST',
      url: '/api/v1/partner/matches',
      headers: withKey,
      payload: {},
    });
    expect(order).toEqual(['matches.submit key', 'body']);
  });
});
