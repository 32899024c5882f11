import { describe, expect, expectTypeOf, test } from 'vitest';
import {
  type Handler,
  type OAuthErrorCodeOf,
  oauthError,
  type ProblemCodeOf,
  problem,
  type Reply,
} from '../index.ts';
import { testServer, withKey } from '../testing/test-server.ts';

describe('the errors of an operation', () => {
  test('have the codes that the document has for each status', () => {
    expectTypeOf<ProblemCodeOf<'matches.replace', 409>>().toEqualTypeOf<
      'match_conflict' | 'match_voided'
    >();
    expectTypeOf<ProblemCodeOf<'usage.get'>>().toEqualTypeOf<
      | 'application_suspended'
      | 'internal'
      | 'rate_limited'
      | 'unauthenticated'
      | 'unavailable'
      | 'validation_failed'
    >();
    expectTypeOf<OAuthErrorCodeOf<'oauth.authorize', 401>>().toEqualTypeOf<'invalid_client'>();
  });

  test('may be returned only if the document has them', async () => {
    const app = await testServer({
      'members.get': async () => problem('not_found'),
      'oauth.revoke': () => oauthError('unsupported_token_type'),
    });
    const member = await app.inject({
      url: '/api/v1/partner/member?memberId=1',
      headers: withKey,
    });
    expect([member.statusCode, member.json().code]).toEqual([404, 'not_found']);
    const token = await app.inject({
      method: 'POST',
      url: '/api/v1/partner/oauth/revoke',
      headers: { ...withKey, 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'token=a',
    });
    expect([token.statusCode, token.json().error]).toEqual([400, 'unsupported_token_type']);

    // @ts-expect-error No answer of usage.get says that something is not found.
    const usage: Handler<'usage.get'> = () => problem('not_found');
    expectTypeOf(usage).toBeFunction();
  });

  test('pass through an interceptor like thrown errors', async () => {
    const seen: unknown[] = [];
    const app = await testServer(
      { 'members.get': () => problem('not_found') },
      {
        intercept: async (_call, next) => {
          try {
            return await next();
          } catch (error) {
            seen.push(error);
            throw error;
          }
        },
      },
    );
    await app.inject({ url: '/api/v1/partner/member?memberId=1', headers: withKey });
    expect(seen).toEqual([expect.objectContaining({ code: 'not_found' })]);
  });
});

describe('the header fields of a reply', () => {
  test('are required if the document requires them for the status', () => {
    expectTypeOf<{ status: 303; headers: { location: string } }>().toExtend<
      Reply<'oauth.showAuthorization'>
    >();
    expectTypeOf<{ status: 303 }>().not.toExtend<Reply<'oauth.showAuthorization'>>();
  });

  test('have their documented form, and others are allowed', () => {
    type Accepted = Reply<'webhooks.redeliver'>['headers'];
    expectTypeOf<{ 'idempotency-replayed': 'true'; etag: '"1"' }>().toExtend<Accepted>();
    expectTypeOf<{ 'idempotency-replayed': 'yes' }>().not.toExtend<Accepted>();
  });
});
