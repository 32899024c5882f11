import { testRows } from '@partner-rating/table-tests';
import { describe, expect, test } from 'vitest';
import { ProblemError } from '../reply/problem-error.ts';
import type { Operation } from '../schema/operation-table.ts';
import { operationWith } from '../testing/made-up-operation.ts';
import {
  anyBody,
  authenticate as knownCallers,
  testServer,
  withKey,
} from '../testing/test-server.ts';
import { type AnyAuthenticators, authenticator } from './authentication.ts';
import { challengeParameters, challenges } from './challenges.ts';
import type { Principal } from './principal.ts';

const either = [{ ApiKey: [] }, { AccessToken: [] }];
const every = [...either, { ClientBasic: [] }];
const principal = (kind: Principal['kind'], ...scopes: string[]): Principal => ({
  kind,
  scopes: new Set(scopes),
});

/** Authenticates a request with these header fields, for an operation that only the test has. */
function authenticate(
  headers: Record<string, string>,
  {
    security = either,
    key = [],
    user = [],
  }: Partial<Pick<Operation, 'security'>> & {
    key?: string[];
    user?: string[];
  } = {},
  authenticators: AnyAuthenticators = {
    ApiKey: () => principal('key', 'key:a'),
    AccessToken: () => principal('token', 'user:a'),
    ClientBasic: () => principal('key'),
  },
) {
  const operation = operationWith({ security, requiredScopes: { key, user } });
  const given = challengeParameters({});
  return authenticator(operation, authenticators, given)({ headers }, null);
}

/** Returns the refusal of a request. */
function refusal(...given: Parameters<typeof authenticate>) {
  try {
    authenticate(...given);
  } catch (thrown) {
    if (!(thrown instanceof ProblemError)) throw thrown;
    const { code, detail, headers } = thrown;
    return { code, detail, challenge: headers?.['www-authenticate'] };
  }
  throw new Error('It was not refused.');
}

const withToken = { authorization: 'Bearer a' };
const ofKey = 'ApiKey realm="partner-rating", header="X-API-Key"';
const ofToken = 'Bearer realm="partner-rating"';

test('a missing credential is refused with the accepted credentials', () => {
  expect(refusal({}, { security: every })).toEqual({
    code: 'unauthenticated',
    detail:
      'The request carries no credential this operation takes. Send an API key in X-API-Key or an ' +
      'access token as Authorization: Bearer or client identifier and API key as Authorization: ' +
      'Basic.',
    challenge: `${ofKey}, ${ofToken}, Basic realm="partner-rating", charset="UTF-8"`,
  });
});

test('an unknown credential is refused in the challenge of its scheme', () => {
  const unknown = { AccessToken: () => null };
  expect(refusal(withToken, { security: [{ AccessToken: [] }] }, unknown)).toEqual({
    code: 'unauthenticated',
    detail:
      'The credential is unknown, expired or revoked. Send a valid one, or refresh the access token.',
    challenge: `${ofToken}, error="invalid_token"`,
  });
});

test('a credential in the wrong place is named by its kind, without its value', () => {
  const unknown = { ApiKey: () => null, AccessToken: () => null };
  const sent: [headers: Record<string, string>, kind: string][] = [
    [{ authorization: 'Bearer prk_secret' }, 'an API key as Authorization: Bearer'],
    [{ 'x-api-key': 'pra_secret' }, 'an access token in X-API-Key'],
    [{ 'x-api-key': 'Bearer pra_secret' }, 'an access token in X-API-Key'],
    [{ 'x-api-key': 'whsec_secret' }, 'a webhook signing secret in X-API-Key'],
    [{ authorization: 'Bearer prr_secret' }, 'a refresh token as Authorization: Bearer'],
    [{ authorization: 'bearer prc_secret' }, 'an authorization code as Authorization: Bearer'],
    [{ authorization: 'prk_secret' }, 'an API key in Authorization without a scheme'],
    [{ authorization: 'Token pra_secret' }, 'an access token in Authorization'],
  ];
  const either = 'Send an API key in X-API-Key or an access token as Authorization: Bearer.';
  expect(sent.map(([headers]) => refusal(headers, {}, unknown).detail)).toEqual(
    sent.map(([, kind]) => `The request carries ${kind}. ${either}`),
  );
  const keyOnly = { security: [{ ApiKey: [] }] };
  expect(refusal({ authorization: 'Bearer pra_secret' }, keyOnly, unknown).detail).toBe(
    'The request carries an access token as Authorization: Bearer. Send an API key in X-API-Key.',
  );
  expect(refusal({ 'x-api-key': 'prk_secret' }, {}, unknown).detail).toContain(
    'expired or revoked',
  );
});

test('a challenge contains the realm, and for bearer tokens the address of the metadata', () => {
  const resourceMetadata = 'https://a.example/.well-known/oauth-protected-resource/api/v1';
  const given = challengeParameters({ realm: 'Utopia', resourceMetadata });
  expect(challenges(operationWith({ security: either }), given, null)).toBe(
    `ApiKey realm="Utopia", header="X-API-Key", Bearer realm="Utopia", resource_metadata="${resourceMetadata}"`,
  );
});

test('two credentials at once are refused without trying them', () => {
  const fail = () => {
    throw new Error('The credential was tried.');
  };
  const tried = { ApiKey: fail, AccessToken: fail };
  expect(refusal({ ...withKey, ...withToken }, {}, tried)).toEqual({
    code: 'validation_failed',
    detail:
      'The request carries more than one credential. Send one: an API key in X-API-Key or an ' +
      'access token as Authorization: Bearer.',
    challenge: `${ofKey}, error="invalid_request", ${ofToken}, error="invalid_request"`,
  });
});

test('a credential is needed only if every alternative requires one', () => {
  const optional = [{ ApiKey: [] }, {}];
  expect(authenticate({}, { security: optional })).toBeNull();
  expect(authenticate(withToken, { security: optional })).toBeNull();
  expect(authenticate(withKey, { security: optional })).toMatchObject({ kind: 'key' });
  expect(authenticate(withKey, { security: [] })).toBeNull();
});

test('a scheme without an authenticator is not accepted', () => {
  const { challenge, detail } = refusal(withToken, {}, { ApiKey: () => principal('key') });
  expect(challenge).toBe(ofKey);
  expect(detail).toContain('Send an API key in X-API-Key.');
});

describe('a scope', () => {
  test('that is granted allows the call', () => {
    expect(authenticate(withKey, { key: ['key:a'], user: ['user:b'] })).toMatchObject({
      kind: 'key',
    });
    expect(authenticate(withToken, { key: ['key:b'], user: ['user:a'] })).toMatchObject({
      kind: 'token',
    });
  });

  test('that a key lacks is named, with all required scopes', () => {
    expect(refusal(withKey, { key: ['key:a', 'key:b'] })).toEqual({
      code: 'insufficient_scope',
      detail: 'This operation needs the scope key:b. Use an API key that holds it.',
      challenge: `${ofKey}, error="insufficient_scope", scope="key:a key:b", ${ofToken}`,
    });
  });

  test('that a player did not grant is named', () => {
    expect(refusal(withToken, { user: ['user:b'] })).toEqual({
      code: 'insufficient_scope',
      detail: 'This operation needs the scope user:b. Have the player connect again and grant it.',
      challenge: `${ofKey}, ${ofToken}, error="insufficient_scope", scope="user:b"`,
    });
  });
});

describe('an error of an authenticator', () => {
  const throwing = (thrown: unknown): AnyAuthenticators => ({
    AccessToken: () => {
      throw thrown;
    },
    ApiKey: () => Promise.reject(thrown),
  });

  testRows([
    new Error('connect ECONNREFUSED'),
    new ProblemError('rate_limited', { detail: 'Wait.' }),
  ])('is passed on', async (thrown) => {
    expect(() => authenticate(withToken, {}, throwing(thrown))).toThrow(thrown);
    await expect(authenticate(withKey, {}, throwing(thrown))).rejects.toBe(thrown);
  });

  test('has the challenges if it says that the credential is invalid', async () => {
    const thrown = new ProblemError('unauthenticated', { detail: 'It has expired.' });
    expect(refusal(withToken, {}, throwing(thrown))).toEqual({
      code: 'unauthenticated',
      detail: 'It has expired.',
      challenge: `${ofKey}, ${ofToken}, error="invalid_token"`,
    });
    await expect(authenticate(withKey, {}, throwing(thrown))).rejects.toMatchObject({
      headers: { 'www-authenticate': `${ofKey}, error="invalid_token", ${ofToken}` },
    });
  });
});

test('an authenticator may be asynchronous', async () => {
  const later = { ApiKey: async () => principal('key'), AccessToken: async () => null };
  await expect(authenticate(withKey, {}, later)).resolves.toMatchObject({ kind: 'key' });
  await expect(authenticate(withToken, {}, later)).rejects.toMatchObject({
    code: 'unauthenticated',
  });
});

describe('an OAuth operation', () => {
  const basic = (text: string) => ({
    authorization: `Basic ${Buffer.from(text).toString('base64')}`,
  });
  const client = basic('courtside-club:prk_all-1_2');

  async function post(path: string, headers: Record<string, string>) {
    const app = await testServer(
      {
        'oauth.exchangeToken': (_request, { principal }) => ({
          status: 200,
          body: anyBody({ caller: principal?.kind ?? null }),
        }),
      },
      { validateResponses: false },
    );
    const response = await app.inject({
      method: 'POST',
      url: `/api/v1/partner/oauth/${path}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: 'grant_type=a',
    });
    const { error, caller } = response.json();
    return { response, outcome: [response.statusCode, error ?? caller] };
  }

  testRows<[Record<string, string>, string | null]>([
    [client, 'key'],
    [basic('courtside%2Dclub:prk%5Fall%2D1%5F2'), 'key'],
    [{}, null],
  ])('accepts name and password as form-encoded Basic, or no credential', async (headers, kind) => {
    expect((await post('token', headers)).outcome).toEqual([200, kind]);
  });

  testRows([
    [basic('courtside-club:x')],
    [basic('%ZZ:x')],
    [basic('none')],
    [{ 'x-api-key': 'x' }],
  ])('401 invalid_client: with Basic among the challenges', async (headers) => {
    const { response, outcome } = await post('token', headers);
    expect(outcome).toEqual([401, 'invalid_client']);
    expect(response.headers['www-authenticate']).toContain(
      'Basic realm="partner-rating", charset="UTF-8"',
    );
  });

  test('403 insufficient_scope, 400 two credentials: as OAuth errors, never stored', async () => {
    const { response, outcome } = await post('authorize', { 'x-api-key': 'prk_none' });
    expect(outcome).toEqual([403, 'insufficient_scope']);
    expect(response.headers['cache-control']).toBe('private, no-store');
    const two = await post('token', { ...withKey, ...client });
    expect(two.outcome).toEqual([400, 'invalid_request']);
  });
});

test('a request is authenticated before its body is read, and later hooks know the caller', async () => {
  const order: string[] = [];
  const app = await testServer({}, { validateResponses: false });
  app.addHook('onRequest', async ({ operation, principal }) => {
    order.push(`${operation?.id} ${principal?.kind}`);
  });
  app.addHook('preParsing', async () => {
    order.push('body');
  });
  const url = '/api/v1/partner/matches';
  await app.inject({ method: 'POST', url, headers: withKey, payload: {} });
  expect(order).toEqual(['matches.submit key', 'body']);
  expect((await app.inject({ url: '/api/v1/partner/members?nonsense=1' })).statusCode).toBe(401);
});

test('an authenticator that fails is a 500 without its message', async () => {
  const failed = new Error('connect to db.internal');
  const app = await testServer(
    {},
    { authenticate: { ...knownCallers, ApiKey: () => Promise.reject(failed) } },
  );
  const response = await app.inject({ url: '/api/v1/partner/usage', headers: withKey });
  expect([response.statusCode, response.json().code]).toEqual([500, 'internal']);
  expect(response.body).not.toContain('db.internal');
});
