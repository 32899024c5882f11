import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { jsonServer, rejection } from '../test-support/local-server.ts';

test('the key is not in a printed client, in its JSON, or in an error', async () => {
  const { client } = await jsonServer(401, { code: 'unauthenticated' });
  const error = await rejection(client.usage.get());
  const shown = inspect(client, { depth: 9, showHidden: true }) + JSON.stringify(client);
  expect(shown + inspect(error, { depth: 9 })).not.toContain('prk_test');
});

test('a body over the limit of its operation is not sent', async () => {
  const { client, requests } = await jsonServer(200, {});
  // Each é takes two bytes in UTF-8.
  const event = 'é'.repeat(600_000);
  const error = await rejection(client.matches.submit({ event } as never));
  expect(error).toMatchObject({ name: 'ValidationError', code: 'body_too_large' });
  expect((error as Error).message).toMatch(
    /^matches\.submit: .* has 1200012 bytes; the limit is 1048576\./,
  );
  await client.matches.importTournament({ event } as never);
  await client.request('POST', '/partner/a', { body: { event } });
  await client.matches.predict({ sport: 'é'.repeat(500_000) } as never);
  expect(requests).toHaveLength(3);
});

describe('the address', () => {
  test('lists are joined by commas and each value is encoded', async () => {
    const { client, requests } = await jsonServer(200, []);
    await client.members.getBulk({ ids: ['10482', 'a,b'], sport: ['pickleball', 'padel'] });
    expect(requests[0]?.url).toBe('/api/v1/partner/members?ids=10482,a%2Cb&sport=pickleball,padel');
  });

  test('values that are undefined or null are left out', async () => {
    const { client, requests } = await jsonServer(200, {});
    const query = { name: 'brennan', sport: undefined, city: null } as unknown as { name: string };
    await client.members.search(query);
    await client.members.get();
    expect(requests.map(({ url }) => url)).toEqual([
      '/api/v1/partner/search?name=brennan',
      '/api/v1/partner/member',
    ]);
  });
});
