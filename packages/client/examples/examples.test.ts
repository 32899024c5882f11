import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ratingDifference, ratingFor } from '../src/index.ts';
import { ExampleService, example } from '../src/testing/index.ts';

// The tests of this module run in this file as well.
import './unit-test.ts';

const member = example('members.get');
let service: ExampleService;

beforeEach(() => {
  service = new ExampleService();
  vi.stubGlobal('fetch', service.fetch);
  vi.stubEnv('SERVICE_API_KEY', 'prk_test');
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.resetModules();
});

test('the quick start finds players and submits a match', async () => {
  vi.spyOn(console, 'log').mockReturnValue();
  await import('./quick-start.ts');
  const operations = service.requests.map(({ operation }) => operation);
  expect(operations).toEqual(['members.search', 'matches.submit']);
});

test('a player is connected with a state and a PKCE pair', async () => {
  const { startConnection, finishConnection } = await import('./connect-player.ts');
  const { authorization_url, session } = await startConnection();
  expect(authorization_url).toBe(example('oauth.authorize').authorization_url);
  const [start] = service.requestsOf('oauth.authorize');
  expect(start?.body).toMatchObject({
    scope: 'user:profile:read user:rating:read user:match:submit',
    state: session.state,
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  });
  expect(start?.body).not.toHaveProperty('code_verifier');
  expect(await finishConnection('prc_1', session.code_verifier)).toBe(
    `Welcome, ${member.firstName}.`,
  );
  const [exchange] = service.requestsOf('oauth.exchangeToken');
  expect(exchange?.body).toMatchObject({ code: 'prc_1', code_verifier: session.code_verifier });
});

test('a player with an expired code is asked to connect once more', async () => {
  service.answer('oauth.exchangeToken', 'oauth-error-invalid_grant');
  const { finishConnection } = await import('./connect-player.ts');
  expect(await finishConnection('prc_1', 'verifier')).toContain('Please connect once more.');
});

test('a player stays connected until the connection ends', async () => {
  const { nameOf, sessionOf } = await import('./stay-connected.ts');
  const session = sessionOf('mem_1');
  expect(await nameOf(session)).toBeUndefined();
  await session.start(example('oauth.exchangeToken'));
  expect(await nameOf(session)).toBe(member.fullName);
  expect(sessionOf('mem_1')).toBe(session);
});

test('a rating, and a missing rating, is explained', async () => {
  vi.spyOn(console, 'debug').mockReturnValue();
  const { explainRating } = await import('./explain-rating.ts');
  const { signal } = new AbortController();
  const words = await explainRating('10482', signal);
  expect(words).toContain(member.displayName);
  expect(words).toMatch(/, moved from \d\.\d+ to \d\.\d+/);
  service.answer('members.get', 'error-not_found', 'error-not_connected');
  expect(await explainRating('1', signal)).toBe('There is no such member.');
  expect(await explainRating('1', signal)).toMatch(/^not_connected, request req_/);
});

test('one operation is sent by itself', async () => {
  const { nameOf } = await import('./one-operation.ts');
  expect(await nameOf('10482')).toBe(member.displayName);
});

test('calls are traced, and an operation without a method is called', async () => {
  vi.spyOn(console, 'debug').mockReturnValue();
  const { client, drawOf } = await import('./trace-calls.ts');
  await client.usage.get();
  expect(service.requests[0]?.headers).toMatchObject({
    'x-club': 'Courtside',
    'x-trace': expect.stringMatching(/^usage.get /),
  });
  await expect(drawOf('trn_1')).rejects.toThrow('GET /partner/draws/{tournamentId}');
});

test('ratings are printed', async () => {
  const { changeLines, ratingLines } = await import('./read-ratings.ts');
  expect(ratingLines(member, 'pickleball')[0]).toBe(
    `${member.displayName}: ${ratingFor(member, 'pickleball')?.toFixed(3)}`,
  );
  expect(ratingLines(member, 'squash')).toEqual([`${member.displayName} has no rating in squash.`]);
  const result = example('matches.submit');
  const [change] = result.ratingChanges;
  expect(changeLines(result)[0]).toBe(
    `${change?.displayName}: ${ratingDifference(change ?? {})?.toFixed(3)}`,
  );
});

test('lists are read', async () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  await import('./read-lists.ts');
  const lines = write.mock.calls.map(([line]) => line);
  const { deliveries, total } = example('webhooks.listDeliveries');
  expect(lines[0]).toBe(`${deliveries.length} of ${total} deliveries that failed\n`);
  const found = ['members.search', 'members.search-last-page'] as const;
  expect(lines.slice(1, -2)).toEqual(
    found.flatMap((page) => example(page).players.map(({ displayName }) => `${displayName}\n`)),
  );
  expect(lines.at(-2)).toBe(`${example('members.listRatingUpdates').updates.length} updates\n`);
  expect(service.requestsOf('members.search').at(-1)?.query).toMatchObject({ limit: 1 });
});
