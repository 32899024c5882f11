import { PartnerRatingClient } from '@partner-rating/client';
import { createHandlers } from '@partner-rating/msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

/** Your code. */
async function greeting(memberId: string): Promise<string> {
  const client = new PartnerRatingClient({ apiKey: 'prk_test', environment: 'local' });
  try {
    const { firstName, sport } = await client.members.get(memberId);
    return sport?.padel ? `Welcome back, ${firstName}!` : 'Ready for a first match?';
  } catch {
    return 'Please connect once more.';
  }
}

const rating = createHandlers();
const server = setupServer(...rating.handlers);
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

test('a player is greeted by name', async () => {
  expect(await greeting('10482')).toBe('Welcome back, Mike!');
});

test('a player who has never played padel is invited to', async () => {
  server.use(rating.members.get('members.get-unrated'));
  expect(await greeting('10482')).toBe('Ready for a first match?');
});

test('a player who is not connected is asked to connect', async () => {
  server.use(rating.members.get('error-not_connected'));
  expect(await greeting('10482')).toBe('Please connect once more.');
  server.use(...rating.scenario('key-revoked'));
  expect(await greeting('10482')).toBe('Please connect once more.');
});
