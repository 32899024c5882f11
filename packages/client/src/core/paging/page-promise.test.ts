import { testRows } from '@partner-rating/table-tests';
import { afterEach, describe, expect, expectTypeOf, test, vi } from 'vitest';
import type { Member, MemberSearchPage, PagePromise, RatingUpdate } from '../../index.ts';
import { PartnerRatingClient } from '../../index.ts';
import { rejection } from '../../test-support/local-server.ts';

const players = (...names: string[]) => names.map((displayName) => ({ displayName }));
const names = (members: Member[]) => members.map(({ displayName }) => displayName);

/** Returns a client of a service with these pages by cursor, and the requests to it. */
function clientOf(pages: Record<string, object>) {
  const asked: string[] = [];
  const client = new PartnerRatingClient({
    apiKey: 'prk_test',
    baseUrl: 'https://ratings.example/api/v1',
    maxRetries: 0,
    fetch: async (address) => {
      const { search, searchParams } = new URL(address);
      asked.push(search);
      const page = pages[searchParams.get('cursor') ?? ''];
      return page ? Response.json(page) : Response.json({ code: 'internal' }, { status: 500 });
    },
  });
  return { client, asked };
}

const threePages = {
  '': { players: players('a', 'b'), nextCursor: 'two' },
  two: { players: players('c', 'd'), nextCursor: 'three' },
  three: { players: players('e'), nextCursor: null },
};

afterEach(() => vi.restoreAllMocks());

describe('a list', () => {
  test('sends nothing before you await or iterate it', async () => {
    const { client, asked } = clientOf(threePages);
    client.members.search();
    client.leaderboard.list({ sport: 'padel' });
    client.members.search().pages();
    await new Promise((resolve) => setTimeout(resolve));
    expect(asked).toEqual([]);
  });

  test('resolves with the first page, and requests it once', async () => {
    const { client, asked } = clientOf(threePages);
    const list = client.members.search({ state: 'TX' });
    expect(await list).toEqual(threePages['']);
    expect(await list.page()).toBe(await list);
    expect(await Promise.all([list])).toEqual([threePages['']]);
    expect(asked).toEqual(['?state=TX']);
  });

  test('continues after the page that was awaited', async () => {
    const { client, asked } = clientOf(threePages);
    const list = client.members.search();
    await list;
    expect(names(await list.toArray())).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(asked).toEqual(['', '?cursor=two', '?cursor=three']);
  });

  test('can be iterated again', async () => {
    const list = clientOf(threePages).client.members.search();
    expect(await list.toArray()).toEqual(await list.toArray());
  });

  test('returns its response', async () => {
    const { client } = clientOf(threePages);
    const { data, response } = await client.members.search().page().withResponse();
    expect([data.nextCursor, response.status]).toEqual(['two', 200]);
    const list = client.members.search();
    expect((await list.withResponse()).data).toBe(await list);
  });
});

describe('a limit', () => {
  testRows([Number.NaN, -1])('of maxItems is refused if it is invalid', (maxItems) => {
    const { client } = clientOf(threePages);
    expect(() => client.members.search({ maxItems })).toThrow(
      new TypeError('maxItems must be a whole number.'),
    );
  });

  testRows([
    [1, ['a'], 1],
    [2, ['a', 'b'], 1],
    [3, ['a', 'b', 'c'], 2],
    [99, ['a', 'b', 'c', 'd', 'e'], 3],
  ])(
    'of toArray returns the first items, and fetches no further page',
    async (limit, found, calls) => {
      const { client, asked } = clientOf(threePages);
      expect(names(await client.members.search().toArray({ limit }))).toEqual(found);
      expect(asked).toHaveLength(calls);
    },
  );

  testRows([0, -1, Number.NaN])('of toArray sends nothing if it is below one', async (limit) => {
    const { client, asked } = clientOf(threePages);
    expect(await client.members.search().toArray({ limit })).toEqual([]);
    expect(asked).toEqual([]);
  });
});

describe('an error', () => {
  test('of a later page comes after the earlier items', async () => {
    const { client } = clientOf({ '': threePages[''] });
    const found: Member[] = [];
    const iterated = (async () => {
      for await (const member of client.members.search()) found.push(member);
    })();
    expect(await rejection(iterated)).toMatchObject({ statusCode: 500 });
    expect(names(found)).toEqual(['a', 'b']);
  });

  test('of the first page reaches then, catch, and finally', async () => {
    const { client } = clientOf({});
    const list = client.members.search();
    const finished = vi.fn();
    expect(await list.then(undefined, (error) => error.statusCode)).toBe(500);
    expect(await list.catch((error) => error.statusCode)).toBe(500);
    await expect(list.finally(finished)).rejects.toMatchObject({ statusCode: 500 });
    expect(finished).toHaveBeenCalledOnce();
  });

  test('of an aborted signal ends the list between two pages', async () => {
    const { client, asked } = clientOf(threePages);
    const controller = new AbortController();
    const list = client.members.search({}, { signal: controller.signal });
    await list;
    controller.abort(new Error('enough'));
    await expect(list.toArray()).rejects.toThrow('enough');
    expect(asked).toHaveLength(1);
  });
});

describe('the types', () => {
  test('of a list match its page and its items', () => {
    const { client } = clientOf({});
    expectTypeOf(client.members.search).returns.toEqualTypeOf<
      PagePromise<MemberSearchPage, Member>
    >();
    expectTypeOf(client.members.search).returns.toExtend<Promise<MemberSearchPage>>();
    expectTypeOf(client.members.search).returns.toExtend<AsyncIterable<Member>>();
    expectTypeOf(client.members.listRatingUpdates().toArray).returns.resolves.toEqualTypeOf<
      RatingUpdate[]
    >();
    expectTypeOf<NonNullable<Parameters<typeof client.members.search>[0]>>()
      .toHaveProperty('maxItems')
      .toEqualTypeOf<number | undefined>();
  });
});
