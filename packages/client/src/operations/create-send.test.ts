import { testRows } from '@partner-rating/table-tests';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { type Member, NotFoundError, ValidationError } from '../index.ts';
import { jsonServer, rejection } from '../test-support/local-server.ts';
import {
  createSend,
  environments,
  matchesSubmit,
  matchesVoid,
  membersGet,
  oauthRefresh,
  usageGet,
} from './index.ts';

describe('createSend', () => {
  test('sends an operation by its name, with the types of the document', async () => {
    const { baseUrl, requests } = await jsonServer(200, { displayName: 'Mike B.' });
    const send = createSend({ apiKey: 'prk_test', baseUrl });
    const member = await send(membersGet, { query: { memberId: '10482', sport: 'padel' } });
    expectTypeOf(member).toEqualTypeOf<Member>();
    expect(member).toEqual({ displayName: 'Mike B.' });
    expect(requests[0]).toMatchObject({
      method: 'GET',
      url: '/api/v1/partner/member?memberId=10482&sport=padel',
      headers: { 'x-api-key': 'prk_test' },
    });
  });

  test('waits with a timeout that is too long for a timer of the platform', async () => {
    const fetch = () =>
      new Promise<Response>((resolve) => setTimeout(resolve, 20, Response.json({ requests: 1 })));
    const baseUrl = 'https://ratings.example/api/v1';
    const send = createSend({ apiKey: 'prk_test', baseUrl, fetch, timeoutMs: 2 ** 33 });
    expect(await send(usageGet)).toEqual({ requests: 1 });
  });

  test('returns the data with its response on request', async () => {
    const { baseUrl, requests } = await jsonServer(200, { requests: 1 }, { ratelimit: '"d";r=9' });
    const send = createSend({ apiKey: 'prk_test', baseUrl });
    const { data, response } = await send(usageGet).withResponse();
    expect([data, response.headers.get('ratelimit')]).toEqual([{ requests: 1 }, '"d";r=9']);
    expect(requests).toHaveLength(1);
  });

  test('sends a body, a path parameter and an idempotency key', async () => {
    const { baseUrl, requests } = await jsonServer(200, {});
    const send = createSend({ apiKey: 'prk_test', baseUrl });
    const matchId = 'mat_/1' as const;
    const input = { path: { matchId }, body: { reason: 'The wrong court.' } };
    await send(matchesVoid, input, { idempotencyKey: 'void-1' });
    expect(requests[0]).toMatchObject({
      url: '/api/v1/partner/matches/mat_%2F1/void',
      body: '{"reason":"The wrong court."}',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'void-1' },
    });
  });

  test('takes only the input of the operation', () => {
    const send = createSend({ apiKey: 'prk_test', baseUrl: environments.local });
    // @ts-expect-error A batch names its sport.
    const withoutSport = () => send(matchesSubmit, { body: { matches: [] } });
    // @ts-expect-error There is no such parameter.
    const unknownParameter = () => send(membersGet, { query: { memberID: '10482' } });
    expect([withoutSport, unknownParameter]).toHaveLength(2);
  });

  test('rejects with the errors of the client', async () => {
    const { baseUrl } = await jsonServer(404, { code: 'not_found', detail: 'In words.' });
    const send = createSend({ accessToken: 'pra_test', baseUrl });
    const error = await rejection(send(usageGet));
    expect(error).toBeInstanceOf(NotFoundError);
    expect(error).toMatchObject({
      message: 'usage.get: 404 not_found: In words.',
      statusCode: 404,
    });
    expect(error).not.toBeInstanceOf(ValidationError);
  });

  test('rejects with an OAuthError for the OAuth flow', async () => {
    const { baseUrl } = await jsonServer(400, { error: 'invalid_grant' });
    const send = createSend({ apiKey: 'prk_test', baseUrl });
    const call = send(oauthRefresh, { body: { refresh_token: 'prr_1' } });
    expect(await rejection(call)).toMatchObject({ name: 'OAuthError', errorCode: 'invalid_grant' });
  });

  testRows([undefined, '', 'prk_secret\n'])('refuses an invalid key without showing it', (key) => {
    const make = () => createSend({ apiKey: key as string, baseUrl: environments.local });
    expect(make).toThrow('Set either apiKey or accessToken, in printable ASCII.');
    expect(make).not.toThrow('prk_secret');
  });
});
