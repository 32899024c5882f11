import document from '@partner-rating/spec/openapi.json' with { type: 'json' };
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MatchBatchResult, TokenResponse } from '../src/index.ts';

const { examples } = document.components;
const member = examples['members.get'].value;

beforeEach(() => {
  vi.stubEnv('SERVICE_API_KEY', 'prk_test');
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.resetModules();
});

/** Answers by the end of the path, with what the document has as an example. */
function stubService(answers: Record<string, unknown>) {
  const bodies: Record<string, unknown> = {};
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const name = new URL(address).pathname.split('/').at(-1) ?? '';
    if (init.body) bodies[name] = JSON.parse(String(init.body));
    return Response.json(answers[name]);
  });
  return bodies;
}

test('a player is connected with a state and a PKCE pair', async () => {
  const bodies = stubService({
    authorize: examples['oauth.authorize'].value,
    token: examples['oauth.exchangeToken'].value,
    member,
  });
  const { startConnection, finishConnection } = await import('./connect-player.ts');
  const { authorization_url, kept } = await startConnection();
  expect(authorization_url).toBe(examples['oauth.authorize'].value.authorization_url);
  expect(bodies.authorize).toMatchObject({
    scope: 'user:profile:read user:rating:read user:match:submit',
    state: kept.state,
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  });
  expect(bodies.authorize).not.toHaveProperty('code_verifier');
  expect(await finishConnection('prc_1', kept.code_verifier)).toBe('Welcome, Mike.');
  expect(bodies.token).toMatchObject({ code: 'prc_1', code_verifier: kept.code_verifier });
});

test('a player stays connected, until they are not', async () => {
  stubService({ member });
  const { nameOf, sessionOf } = await import('./stay-connected.ts');
  const session = sessionOf('mem_1');
  expect(await nameOf(session)).toBeUndefined();
  await session.start(examples['oauth.exchangeToken'].value as TokenResponse);
  expect(await nameOf(session)).toBe('Mike Brennan');
});

test('ratings are printed', async () => {
  const { changeLines, ratingLines } = await import('./read-ratings.ts');
  const { ratingChanges } = examples['matches.submit'].value;
  expect(ratingLines(member as never, 'pickleball')[0]).toBe('Mike B.: 4.268');
  expect(ratingLines(member as never, 'squash')).toEqual(['Mike B. has no rating in squash.']);
  expect(changeLines({ ratingChanges } as MatchBatchResult)).toContain('Mike B.: 0.037');
});

test('lists are read', async () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  stubService({
    'webhook-deliveries': { deliveries: [{}], total: 7, nextCursor: null },
    search: { players: [member], nextCursor: null },
    leaderboard: { players: [{ displayName: 'Sofia L.' }], nextCursor: null },
    'rating-updates': { updates: [{}, {}], nextCursor: null },
  });
  await import('./read-lists.ts');
  expect(write.mock.calls.map(([line]) => line)).toEqual([
    '1 of 7 deliveries that failed\n',
    'Mike B.\n',
    '2 updates\n',
    'Sofia L., Mike B.\n',
  ]);
});
