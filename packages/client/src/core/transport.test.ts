import { inspect } from 'node:util';
import { testRows } from '@partner-rating/table-tests';
import { describe, expect, test } from 'vitest';
import { PartnerRatingClient } from '../client.ts';
import type { DeliveryId } from '../index.ts';
import { jsonServer, localServer, rejection } from '../test-support/local-server.ts';

describe('credentials', () => {
  test('an API key is sent as X-API-Key and as nothing else', async () => {
    const { client, requests } = await jsonServer(200, {});
    await client.usage.get();
    expect(requests[0]?.headers).toMatchObject({ 'x-api-key': 'prk_test' });
    expect(requests[0]?.headers.authorization).toBeUndefined();
  });

  test('an access token is sent as Bearer and as nothing else', async () => {
    const { baseUrl, requests } = await jsonServer(200, {});
    await new PartnerRatingClient({ accessToken: 'pra_test', baseUrl }).members.get();
    expect(requests[0]?.headers).toMatchObject({ authorization: 'Bearer pra_test' });
    expect(requests[0]?.headers['x-api-key']).toBeUndefined();
  });

  test('a redirect to another host is not followed, so the key does not travel', async () => {
    const elsewhere = await jsonServer(200, {});
    const { client } = await localServer((response) =>
      response.writeHead(307, { location: `${elsewhere.baseUrl}/partner/usage` }).end(),
    );
    const error = await rejection(client.usage.get());
    expect(error).toMatchObject({ name: 'PartnerRatingError', statusCode: 307 });
    expect((error as Error).message).toContain('not followed');
    expect(elsewhere.requests).toEqual([]);
  });

  test('the key shows neither in a printed client nor in its JSON nor in an error', async () => {
    const { client } = await jsonServer(401, { code: 'unauthenticated' });
    const error = await rejection(client.usage.get());
    const shown = inspect(client, { depth: 9, showHidden: true }) + JSON.stringify(client);
    expect(shown + inspect(error, { depth: 9 })).not.toContain('prk_test');
  });
});

test('a body over the limit of its operation is not sent', async () => {
  const { client, requests } = await jsonServer(200, {});
  // Each é has two bytes in UTF-8.
  const event = 'é'.repeat(600_000);
  const error = await rejection(client.matches.submit({ event } as never));
  expect(error).toMatchObject({ name: 'ValidationError', code: 'body_too_large' });
  expect((error as Error).message).toMatch(
    /^matches\.submit: .* has 1200012 bytes; .* takes 1048576\./,
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

  test('a list may be given as a single value', async () => {
    const { client, requests } = await jsonServer(200, {});
    await client.members.get('10482', { sport: 'padel' });
    expect(requests[0]?.url).toBe('/api/v1/partner/member?memberId=10482&sport=padel');
  });

  test('a plus, a space and a letter beyond ASCII arrive as they were', async () => {
    const { client, requests } = await jsonServer(200, {});
    await client.leaderboard.list({ sport: 'padel', ageBracket: '35+', search: 'José A&B' });
    const query = new URL(requests[0]?.url ?? '', 'http://localhost').searchParams;
    expect(Object.fromEntries(query)).toEqual({
      sport: 'padel',
      ageBracket: '35+',
      search: 'José A&B',
    });
  });

  test('numbers and booleans are written out', async () => {
    const { client, requests } = await jsonServer(200, {});
    await client.members.search({ isVairified: false, minRating: 4.5, limit: 1 });
    expect(requests[0]?.url).toBe('/api/v1/partner/search?isVairified=false&minRating=4.5&limit=1');
  });

  test('what is undefined is left out', async () => {
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

describe('the body', () => {
  test('is sent as JSON', async () => {
    const { client, requests } = await jsonServer(201, {});
    await client.webhooks.createEndpoint({ url: 'https://courtside.example/hooks' });
    expect(requests[0]).toMatchObject({
      method: 'POST',
      url: '/api/v1/partner/webhook-endpoints',
    });
    expect(requests[0]?.headers['content-type']).toBe('application/json');
    expect(requests[0]?.body).toBe('{"url":"https://courtside.example/hooks"}');
  });

  test('is left out, its content type too, where there is none', async () => {
    const { client, requests } = await jsonServer(200, {});
    await client.matches.testWebhook();
    expect(requests[0]?.body).toBe('');
    expect(requests[0]?.headers['content-type']).toBeUndefined();
  });

  test('of an answer keeps fields and values this version does not know', async () => {
    const answer = { gender: 'A_NEW_ONE', newField: { deep: [1] }, status: { isNew: true } };
    const { client } = await jsonServer(200, answer);
    expect(await client.members.get('10482')).toEqual(answer);
  });

  test('of a 204 is undefined', async () => {
    const { client } = await localServer((response) => response.writeHead(204).end());
    expect(await client.webhooks.deleteEndpoint('whe_01k4yh1w3e7r2t6y9p4q8s5d0a')).toBeUndefined();
  });
});

describe('more header fields', () => {
  test('are sent, in any case of letters', async () => {
    const { client, requests } = await jsonServer(200, {});
    await client.usage.get({ headers: { TraceParent: '00-1-2-01' } });
    expect(requests[0]?.headers.traceparent).toBe('00-1-2-01');
  });

  test('do not replace those of the client', async () => {
    const { client, requests } = await jsonServer(200, {});
    const headers = { 'X-API-Key': 'prk_other', Accept: 'text/html' };
    await client.usage.get({ headers });
    expect(requests[0]?.headers['x-api-key']).toBe('prk_test');
    expect(requests[0]?.headers.accept).toBe('application/json, application/problem+json');
  });

  testRows([
    ['a b', '1'],
    ['a', 'b\r\nx-api-key: prk_other'],
    ['a', 'ключ'],
  ])('with an invalid name or value are refused before anything is sent', async (name, value) => {
    const { client, requests } = await jsonServer(200, {});
    const call = client.usage.get({ headers: { [name]: value } });
    await expect(call).rejects.toThrow(TypeError);
    expect(requests).toEqual([]);
  });
});

describe('the idempotency key', () => {
  test('is sent as Idempotency-Key', async () => {
    const { client, requests } = await jsonServer(200, {});
    await client.webhooks.rotateSecret('whe_01k4yh1w3e7r2t6y9p4q8s5d0a', {
      idempotencyKey: 'rotate 2026-09',
    });
    expect(requests[0]?.headers['idempotency-key']).toBe('rotate 2026-09');
  });

  testRows(['', 'ключ', 'a\nb', 'x'.repeat(256)])(
    'that no header may contain is refused before anything is sent',
    async (key) => {
      const { client, requests } = await jsonServer(200, {});
      const call = client.webhooks.rotateSecret('whe_01k4yh1w3e7r2t6y9p4q8s5d0a', {
        idempotencyKey: key,
      });
      await expect(call).rejects.toThrow(
        'idempotencyKey must be 1 to 255 printable ASCII characters.',
      );
      expect(requests).toEqual([]);
    },
  );
});
