import { inspect } from 'node:util';
import { testRows } from '@partner-rating/table-tests';
import { describe, expect, test } from 'vitest';
import { PartnerRatingClient } from '../client.ts';
import type { DeliveryId } from '../index.ts';
import { jsonServer, rejection } from '../test-support/local-server.ts';

describe('credentials', () => {
  test('the key is not in a printed client, in its JSON, or in an error', async () => {
    const { client } = await jsonServer(401, { code: 'unauthenticated' });
    const error = await rejection(client.usage.get());
    const shown = inspect(client, { depth: 9, showHidden: true }) + JSON.stringify(client);
    expect(shown + inspect(error, { depth: 9 })).not.toContain('prk_test');
  });
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

  test('a list may be a single value', async () => {
    const { client, requests } = await jsonServer(200, {});
    await client.members.get('10482', { sport: 'padel' });
    expect(requests[0]?.url).toBe('/api/v1/partner/member?memberId=10482&sport=padel');
  });

  test('a plus, a space, and letters beyond ASCII arrive unchanged', async () => {
    const { client, requests } = await jsonServer(200, {});
    await client.leaderboard.list({ sport: 'padel', ageBracket: '35+', search: 'José A&B' });
    const query = new URL(requests[0]?.url ?? '', 'http://localhost').searchParams;
    expect(Object.fromEntries(query)).toEqual({
      sport: 'padel',
      ageBracket: '35+',
      search: 'José A&B',
    });
  });

  test('numbers and booleans are written as text', async () => {
    const { client, requests } = await jsonServer(200, {});
    await client.members.search({ isVairified: false, minRating: 4.5, limit: 1 });
    expect(requests[0]?.url).toBe('/api/v1/partner/search?isVairified=false&minRating=4.5&limit=1');
  });

  test('undefined values are left out', async () => {
    const { client, requests } = await jsonServer(200, {});
    const query = { name: 'brennan', sport: undefined } as unknown as { name: string };
    await client.members.search(query);
    await client.members.get();
    expect(requests.map(({ url }) => url)).toEqual([
      '/api/v1/partner/search?name=brennan',
      '/api/v1/partner/member',
    ]);
  });

  test('a path parameter is encoded', async () => {
    const { client, requests } = await jsonServer(202, {});
    await client.webhooks.redeliver('whd_/$&?');
    expect(requests[0]?.url).toBe('/api/v1/partner/webhook-deliveries/whd_%2F%24%26%3F/redeliver');
  });

  testRows(['', '.', '..'])(
    'a path parameter that would change the path is refused before anything is sent',
    async (id) => {
      const { client, requests } = await jsonServer(202, {});
      await expect(client.webhooks.redeliver(id as DeliveryId)).rejects.toThrow(TypeError);
      expect(requests).toEqual([]);
    },
  );

  test('a slash at the end of baseUrl makes no difference', async () => {
    const { baseUrl, requests } = await jsonServer(200, {});
    await new PartnerRatingClient({ apiKey: 'prk_test', baseUrl: `${baseUrl}/` }).usage.get();
    expect(requests[0]?.url).toBe('/api/v1/partner/usage');
  });
});
