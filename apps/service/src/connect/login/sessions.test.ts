import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount } from '../../account/register.ts';
import { readConfiguration } from '../../platform/configuration/configuration.ts';
import { createLabeledCount } from '../../platform/metrics/metrics.ts';
import { type OpenTestDatabase, openTestDatabase } from '../../testing/test-database.ts';
import { players } from './realms.ts';
import { beginSession, countLogIn, endSession, findPlayer, LOG_IN_OUTCOMES } from './sessions.ts';

describe('a session', () => {
  let opened: OpenTestDatabase;
  let memberId: string;
  let now = new Date('2026-09-12T12:00:00Z');
  const dependencies = () => ({
    database: opened.database,
    clock: () => now,
    configuration: readConfiguration({ SESSION_LIFETIME: '600' }),
  });
  const begin = (previousToken: string | null = null) =>
    beginSession(dependencies(), {
      ...{ realm: players, accountId: memberId, previousToken, userAgent: 'Mozilla/5.0' },
    });
  const rows = () => opened.database.selectFrom('account_session').selectAll().execute();

  beforeAll(async () => {
    opened = await openTestDatabase('pglite');
    ({ memberId } = await createAccount(dependencies(), {
      firstName: 'Mike',
      lastName: 'Brennan',
      email: 'mike@example.com',
      password: 'correct horse',
      isDiscoverable: true,
    }));
  });
  afterAll(() => opened.close());

  it('identifies its player', async () => {
    expect(await findPlayer(dependencies(), await begin())).toEqual({
      of: 'player',
      accountId: memberId,
      memberId,
      name: 'Mike Brennan',
      email: 'mike@example.com',
      isProtected: false,
    });
  });

  it('is new at each log-in, and the previous one ends', async () => {
    const first = await begin();
    const second = await begin(first);
    expect(second).not.toBe(first);
    expect(await findPlayer(dependencies(), first)).toBeNull();
    expect(await findPlayer(dependencies(), second)).not.toBeNull();
  });

  it('ends at log-out', async () => {
    const token = await begin();
    await endSession(dependencies(), token);
    expect(await findPlayer(dependencies(), token)).toBeNull();
  });

  it('ends if it is the least recently used of more than fifty', async () => {
    const oldest = await begin();
    const others: string[] = [];
    for (let count = 0; count < 50; count += 1) {
      now = new Date(now.getTime() + 1_000);
      others.push(await begin());
    }
    expect(await rows()).toHaveLength(50);
    expect(await findPlayer(dependencies(), oldest)).toBeNull();
    expect(await findPlayer(dependencies(), others[0] ?? null)).not.toBeNull();
  });

  it('is not found by an invalid token', async () => {
    expect(await findPlayer(dependencies(), null)).toBeNull();
    expect(await findPlayer(dependencies(), 'nonsense')).toBeNull();
  });

  it('stores its last use', async () => {
    const token = await begin();
    now = new Date(now.getTime() + 90_000);
    await findPlayer(dependencies(), token);
    expect((await rows()).map((row) => row.last_used_at)).toContainEqual(now);
  });

  it('expires, and is deleted at the next log-in', async () => {
    const token = await begin();
    now = new Date(now.getTime() + 600_000);
    expect(await findPlayer(dependencies(), token)).toBeNull();
    await begin();
    expect(await rows()).toHaveLength(1);
  });
});

it('the metrics count attempts to log in by outcome', () => {
  const logIns = createLabeledCount<string>(LOG_IN_OUTCOMES);
  const serviceCounts = { logIns, ratedMatches: createLabeledCount<string>([]) };
  const outcomes: Parameters<typeof countLogIn>[1][] = [
    { session: 'token' },
    { ticket: 'ticket' },
    { status: 422 },
    { status: 422 },
    { status: 429 },
  ];
  for (const outcome of outcomes) countLogIn({ serviceCounts }, outcome);
  expect(Object.fromEntries(logIns.counts())).toEqual({
    succeeded: 1,
    code_asked: 1,
    refused: 2,
    throttled: 1,
  });
});
