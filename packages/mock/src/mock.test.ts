import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { Schemas } from '@partner-rating/server';
import { sports } from '@partner-rating/server/catalogue';
import { testRows } from '@partner-rating/table-tests';
import { afterAll, describe, expect, test } from 'vitest';
import { startMock } from './start-mock.ts';
import { clientOf } from './testing/calls.ts';
import { operations } from './testing/operations.ts';

const mock = await startMock();
afterAll(() => mock.close());

const key = { 'x-api-key': 'prk_any' };
const json = { ...key, 'content-type': 'application/json' };
const client = clientOf(mock);
const send = (path: string, init: RequestInit = {}) =>
  fetch(mock.baseUrl + path, { headers: key, ...init });

describe('an invalid request', () => {
  test('400 validation_failed, also if 422 is documented', async () => {
    const request = { memberId: 10482, contextSize: '5' } as never;
    await expect(client.leaderboard.rank(request)).rejects.toMatchObject({
      name: 'ValidationError',
      statusCode: 400,
      code: 'validation_failed',
      message: expect.stringContaining('The request does not fit the contract in 2 places'),
      errors: expect.arrayContaining([
        expect.objectContaining({ pointer: '/memberId', code: 'type' }),
        expect.objectContaining({ pointer: '/contextSize', code: 'type' }),
      ]),
    });
  });

  test('400 names the missing player of a rank memberId', async () => {
    await expect(client.leaderboard.rank({} as never)).rejects.toMatchObject({
      errors: [{ pointer: '/memberId', code: 'required' }],
    });
  });

  testRows([
    ['a match without games', { winScore: 11, winBy: 2, games: [] }, ['games minItems']],
    [
      'a format next to winScore',
      { winScore: 11, winBy: 2, format: 'pickleball-11', games: [{ scores: [11, 7] }] },
      ['format not_with_format'],
    ],
    [
      'a match with winScore but no winBy',
      { winBy: 2, games: [{ scores: [11, 7] }, { scores: [11, 9] }] },
      ['winScore required'],
    ],
  ])('400 for an error that no schema can express', async (_, rest, expected) => {
    const match = { identifier: 'one', teams: [['10482'], ['10533']], ...rest };
    const response = await send('/partner/matches', {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ sport: 'pickleball', matches: [match] }),
    });
    expect(response.status).toBe(400);
    const { errors } = (await response.json()) as { errors: { pointer: string; code: string }[] };
    expect(errors.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual(
      expected.map((error) => `/matches/0/${error}`),
    );
  });

  test('an answer that Prefer names is returned for an invalid combination', async () => {
    const [asked] = operations.filter(({ id }) => id === 'members.get');
    const headers = { ...key, prefer: 'example=members.get-unrated' };
    const response = await send(asked?.path ?? '', { headers });
    expect(response.status).toBe(200);
  });

  test('400 says what to send and what was sent, also for an unknown sport', async () => {
    const match = 'mat_01jq8z6v3mfb7s4d2k9c5x1ha0';
    const sent = {
      '/leaderboard?sport=Pickleball':
        'Sport codes are lower case, for example "pickleball". You sent "Pickleball".',
      '/leaderboard?sport=pickelball': `There is no sport pickelball. Use one of ${sports.map(({ code }) => code).join(', ')}.`,
      [`/partner/member?memberId=${match}`]: `Send the id of a member, which begins with mem_, or a member number, for example "10482". You sent "${match}", the id of a match.`,
      '/partner/member?memberId=prk_secret':
        'Send the id of a member, which begins with mem_, or a member number, for example "10482". You sent an API key.',
    };
    const details = [];
    for (const path of Object.keys(sent)) {
      const problem = (await (await send(path)).json()) as Schemas.Problem;
      details.push(problem.errors?.[0]?.detail);
    }
    expect(details).toEqual(Object.values(sent));
  });
});

describe('an address outside the contract', () => {
  testRows(['/partner/nobody', '/partner/member/', ''])('404 unknown_address', async (path) => {
    const response = await send(path);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(await response.json()).toMatchObject({
      type: `${mock.origin}/docs/errors/unknown_address`,
      status: 404,
      instance: response.headers.get('x-request-id'),
      code: 'unknown_address',
    });
  });

  test('404 for a path with two slashes at its start', async () => {
    const response = await fetch(`${mock.origin}//`);
    expect(response.status).toBe(404);
  });

  test('404 for an invalid absolute address', async () => {
    const { port } = new URL(mock.origin);
    const asking = get({ host: 'localhost', port, path: 'http://[' });
    const [response] = (await once(asking, 'response')) as [IncomingMessage];
    response.resume();
    expect(response.statusCode).toBe(404);
  });
});

describe('the Prefer header', () => {
  const preferring = (prefer: string) => clientOf(mock, { prefer });

  test('chooses an example of any status by name', async () => {
    const call = preferring('example=error-not_connected').members.get('10482');
    await expect(call).rejects.toMatchObject({ statusCode: 403, code: 'not_connected' });
  });

  test('400 for an unknown example lists the examples', async () => {
    const call = preferring('example=usage.got').usage.get();
    await expect(call).rejects.toMatchObject({
      errors: [
        {
          pointer: '/headers/prefer',
          code: 'enum',
          detail: expect.stringContaining('usage.get has no example usage.got. It has usage.get, '),
        },
      ],
    });
  });

  test('400 for an unknown status lists the statuses', async () => {
    const call = preferring('code=418').usage.get();
    await expect(call).rejects.toMatchObject({
      errors: [expect.objectContaining({ detail: expect.stringContaining('has no status 418') })],
    });
  });

  test('is ignored for other preferences', async () => {
    await expect(preferring('respond-async, wait=10').usage.get()).resolves.toBeDefined();
  });
});

describe('a page of another origin', () => {
  const origin = 'https://courtside.example';

  testRows(['/partner/usage', '/partner/nobody', ''])(
    'may send a preflight to every address',
    async (path) => {
      const headers = { origin, 'access-control-request-method': 'PUT' };
      const preflight = await send(path, { method: 'OPTIONS', headers });
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
      const methods = preflight.headers.get('access-control-allow-methods')?.split(', ');
      expect(methods).toEqual(
        expect.arrayContaining([...new Set(operations.map((o) => o.method))]),
      );
      // The only header that `*` does not include.
      const named = preflight.headers
        .get('access-control-allow-headers')
        ?.toLowerCase()
        .split(', ');
      expect(named).toEqual(expect.arrayContaining(['*', 'authorization']));
    },
  );

  testRows([
    ['an answer', {}],
    ['an error', { prefer: 'code=429' }],
    ['a refusal', { 'x-api-key': '' }],
  ])('may read every answer and its headers', async (_, headers) => {
    const response = await send('/partner/usage', { headers: { ...key, origin, ...headers } });
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-expose-headers')).toBe('*');
  });
});

test('Accept is ignored, as in the service', async () => {
  const response = await send('/partner/usage', { headers: { ...key, accept: 'image/png' } });
  expect(response.status).toBe(200);
});
