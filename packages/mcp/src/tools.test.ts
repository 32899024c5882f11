import { example } from '@partner-rating/client/testing';
import { testRows } from '@partner-rating/table-tests';
import { describe, expect, test } from 'vitest';
import { calls } from './test-support/calls.ts';
import { connect, textOf } from './test-support/connect.ts';

testRows(calls)(
  'every tool calls its operation once, and its result matches its schema',
  async (name, input, operation) => {
    const { agent, service } = await connect('application');
    // Server and client validate the result against the schema.
    const result = await agent.callTool({ name, arguments: input });
    expect(result.isError, textOf(result)).toBeFalsy();
    expect(JSON.parse(textOf(result))).toEqual(result.structuredContent);
    expect(service.requests.map((request) => request.operation)).toEqual([operation]);
  },
);

test('a token reads its own player', async () => {
  const { agent, service } = await connect('player');
  await agent.callTool({ name: 'get_player' });
  const [request] = service.requestsOf('members.get');
  expect(request?.query).toEqual({});
  expect(request?.headers.authorization).toBe('Bearer pra_test');
});

test('a player has no email address and no postal code', async () => {
  const { agent, service } = await connect('application');
  const member = example('members.get');
  const hidden = { email: 'mike.brennan@example.com', zip: '78704' };
  service.answer('members.get', { body: { ...member, ...hidden } });
  const result = await agent.callTool({ name: 'get_player', arguments: { memberId: '10482' } });
  for (const secret of Object.values(hidden)) expect(textOf(result)).not.toContain(secret);
  expect(result.structuredContent).toMatchObject({
    memberId: '10482',
    ratings: expect.arrayContaining([
      expect.objectContaining({
        sport: 'pickleball',
        bracket: 'overall-open',
        rating: member.sport?.pickleball?.R,
      }),
    ]),
  });
});

test('a leaderboard has the smallest location and both parts of the bracket', async () => {
  const { agent, service } = await connect('application');
  const board = {
    sport: 'padel',
    bracket: 'doubles-35+',
    country: 'US',
    state: 'TX',
    city: 'Austin',
  };
  await agent.callTool({ name: 'get_leaderboard', arguments: board });
  await agent.callTool({ name: 'get_leaderboard', arguments: { sport: 'padel' } });
  const [ofCity, whole] = service.requestsOf('leaderboard.list').map(({ query }) => query);
  expect(ofCity).toMatchObject({
    scope: 'city',
    category: 'doubles',
    ageBracket: '35+',
    city: 'Austin',
  });
  expect(whole).toEqual({
    sport: 'padel',
    scope: 'global',
    category: 'overall',
    ageBracket: 'open',
    limit: 20,
  });
});

describe('submit_matches', () => {
  const [, input] = calls.find(([name]) => name === 'submit_matches') ?? [];

  test('calls the service each time, because the matches may have been voided', async () => {
    const { agent, service } = await connect('application', { maxRetries: 1 });
    for (const one of [{}, {}, { dryRun: true }, { dryRun: true }]) {
      await agent.callTool({ name: 'submit_matches', arguments: { ...input, ...one } });
    }
    const keys = service
      .requestsOf('matches.submit')
      .map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(4);
  });

  test('keeps its key if the answer was lost, so that the service replays it', async () => {
    const { agent, service } = await connect('application', { maxRetries: 1 });
    service.answer('matches.submit', 'error-unavailable', 'matches.submit');
    await agent.callTool({ name: 'submit_matches', arguments: input ?? {} });
    const [first, again] = service
      .requestsOf('matches.submit')
      .map(({ headers }) => headers['idempotency-key']);
    expect(first).toBeTruthy();
    expect(again).toBe(first);
  });

  testRows([
    ['own', 'matches.submit-duplicate', 'mat_01k4yh2c9f3v7b1r5x8z6k2a0d'],
    ['other', 'matches.submit-reported-elsewhere', 'mat_01k4yh9t7c3v7b1r5x8z6k2a0d'],
  ] as const)('shows that a match was already reported', async (duplicateOf, name, matchId) => {
    const { agent, service } = await connect('application');
    service.answer('matches.submit', name);
    const { structuredContent } = await agent.callTool({
      name: 'submit_matches',
      arguments: input ?? {},
    });
    const { matches } = structuredContent as { matches: object[] };
    expect(matches[0]).toMatchObject({ status: 'duplicate', duplicateOf, matchId });
  });

  test('shows the first fifty rating changes, and counts the others', async () => {
    const { agent, service } = await connect('application');
    const answer = example('matches.submit');
    const [change] = answer.ratingChanges;
    if (change === undefined) throw new Error('The example has no change.');
    const ratingChanges = Array.from({ length: 63 }, () => change);
    service.answer('matches.submit', { body: { ...answer, ratingChanges } });
    const { structuredContent } = await agent.callTool({
      name: 'submit_matches',
      arguments: input ?? {},
    });
    expect(structuredContent).toMatchObject({ moreRatingChanges: 13 });
    expect(structuredContent).toHaveProperty('ratingChanges.length', 50);
  });
});
