import { describe, expect, expectTypeOf, test } from 'vitest';
import type { Member, MembersFindQuery, PartnerRatingClient } from '../index.ts';
import { ValidationError } from '../index.ts';
import { jsonServer, rejection } from '../test-support/local-server.ts';

const ids = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1));

describe('members.getBulk', () => {
  test('asks for 100 ids', async () => {
    const { client, requests } = await jsonServer(200, []);
    await client.members.getBulk({ ids: ids(100) });
    expect(requests).toHaveLength(1);
  });

  test('of more than 100 ids is an error that says how many, and sends nothing', async () => {
    const { client, requests } = await jsonServer(200, []);
    const error = await rejection(client.members.getBulk({ ids: ids(101) }));
    expect(error).toBeInstanceOf(ValidationError);
    expect(error).toMatchObject({ code: 'validation_failed', statusCode: undefined });
    expect((error as Error).message).toContain('101');
    expect(requests).toEqual([]);
  });

  test('of no ids is empty, and sends nothing', async () => {
    const { client, requests } = await jsonServer(200, [{}]);
    expect(await client.members.getBulk({ ids: [] })).toEqual([]);
    const { data, response } = await client.members.getBulk({ ids: [] }).withResponse();
    expect([data, await response.json()]).toEqual([[], []]);
    expect(requests).toEqual([]);
  });

  test('takes one id by itself', async () => {
    const { client, requests } = await jsonServer(200, []);
    await client.members.getBulk({ ids: '10482' });
    expect(requests[0]?.url).toBe('/api/v1/partner/members?ids=10482');
  });
});

describe('members.find', () => {
  test('gives the first player a search by name finds', async () => {
    const found = { displayName: 'Mike B.' };
    const { client, requests } = await jsonServer(200, { players: [found], nextCursor: 'more' });
    expect(await client.members.find('Mike Brennan', { sport: ['padel', 'tennis'] })).toEqual(
      found,
    );
    expect(requests.map(({ url }) => url)).toEqual([
      '/api/v1/partner/search?sport=padel,tennis&name=Mike%20Brennan&limit=1',
    ]);
  });

  test('gives null where nobody is found', async () => {
    const { client } = await jsonServer(200, { players: [], nextCursor: null });
    expect(await client.members.find('Nobody')).toBeNull();
  });

  test('of an answer that is none of the service is an error that says so', async () => {
    const { client } = await jsonServer(200, { hello: 'world' });
    expect(await rejection(client.members.find('Mike'))).toMatchObject({
      name: 'PartnerRatingError',
      code: 'unexpected_answer',
    });
  });

  test('has the response of the search', async () => {
    const { client, requests } = await jsonServer(200, { players: [], nextCursor: null });
    const { data, response } = await client.members.find('Nobody').withResponse();
    expect([data, response.status]).toEqual([null, 200]);
    expect(requests).toHaveLength(1);
  });

  test('rejects where the search is refused', async () => {
    const { client } = await jsonServer(400, { code: 'validation_failed' });
    expect(await rejection(client.members.find(''))).toBeInstanceOf(ValidationError);
  });

  test('is typed as a member or null, and takes a sport as one code or several', () => {
    expectTypeOf<
      PartnerRatingClient['members']['find']
    >().returns.resolves.toEqualTypeOf<Member | null>();
    expectTypeOf<{ sport: 'padel' }>().toExtend<MembersFindQuery>();
    expectTypeOf<{ sport: ['padel', 'tennis'] }>().toExtend<MembersFindQuery>();
    expectTypeOf<MembersFindQuery>().not.toHaveProperty('cursor');
  });
});
