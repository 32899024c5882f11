import { describe, expect, expectTypeOf, test } from 'vitest';
import type { Member, MembersFindQuery, PartnerRatingClient } from '../index.ts';
import { ValidationError } from '../index.ts';
import { jsonServer, rejection } from '../test-support/local-server.ts';

describe('members.getBulk', () => {
  test('returns an empty list for no ids, and sends nothing', async () => {
    const { client, requests } = await jsonServer(200, [{}]);
    expect(await client.members.getBulk({ ids: [] })).toEqual([]);
    const { data, response } = await client.members.getBulk({ ids: [] }).withResponse();
    expect([data, await response.json()]).toEqual([[], []]);
    expect(requests).toEqual([]);
  });
});

describe('members.find', () => {
  test('returns the first player that the search finds', async () => {
    const found = { displayName: 'Mike B.' };
    const { client, requests } = await jsonServer(200, { players: [found], nextCursor: 'more' });
    expect(await client.members.find('Mike Brennan', { sport: ['padel', 'tennis'] })).toEqual(
      found,
    );
    expect(requests.map(({ url }) => url)).toEqual([
      '/api/v1/partner/search?sport=padel,tennis&name=Mike%20Brennan&limit=1',
    ]);
  });

  test('returns null if the search finds nobody', async () => {
    const { client } = await jsonServer(200, { players: [], nextCursor: null });
    expect(await client.members.find('Nobody')).toBeNull();
  });

  test('rejects if the response did not come from the service', async () => {
    const { client } = await jsonServer(200, { hello: 'world' });
    expect(await rejection(client.members.find('Mike'))).toMatchObject({
      name: 'PartnerRatingError',
      code: 'unexpected_answer',
    });
  });

  test('returns the response of the search', async () => {
    const { client, requests } = await jsonServer(200, { players: [], nextCursor: null });
    const { data, response } = await client.members.find('Nobody').withResponse();
    expect([data, response.status]).toEqual([null, 200]);
    expect(requests).toHaveLength(1);
  });

  test('rejects if the service refuses the search', async () => {
    const { client } = await jsonServer(400, { code: 'validation_failed' });
    expect(await rejection(client.members.find(''))).toBeInstanceOf(ValidationError);
  });

  test('has the type Member or null, and takes one or several sport codes', () => {
    expectTypeOf<
      PartnerRatingClient['members']['find']
    >().returns.resolves.toEqualTypeOf<Member | null>();
    expectTypeOf<{ sport: 'padel' }>().toExtend<MembersFindQuery>();
    expectTypeOf<{ sport: ['padel', 'tennis'] }>().toExtend<MembersFindQuery>();
    expectTypeOf<MembersFindQuery>().not.toHaveProperty('cursor');
  });
});
