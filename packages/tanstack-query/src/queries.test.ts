import { type Member, PartnerRatingClient } from '@partner-rating/client';
import { ExampleService, example } from '@partner-rating/client/testing';
import { clientContract as contract } from '@partner-rating/spec/contract';
import {
  InfiniteQueryObserver,
  MutationObserver,
  QueryClient,
  QueryObserver,
} from '@tanstack/query-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { createQueries, type Queries } from './index.ts';

let service: ExampleService;
let queries: Queries;
let queryClient: QueryClient;
beforeEach(() => {
  service = new ExampleService();
  const { fetch } = service;
  const client = new PartnerRatingClient({ apiKey: 'prk_test', environment: 'local', fetch });
  queries = createQueries(client);
  queryClient = new QueryClient();
});

describe('a query', () => {
  test('is fetched once for all readers, and cached under its key', async () => {
    const options = queries.members.get.queryOptions('10482');
    const [first, second] = await Promise.all([
      queryClient.fetchQuery(options),
      queryClient.fetchQuery(options),
    ]);
    expect(first).toEqual(example('members.get'));
    expect(second).toBe(first);
    expect(service.requestsOf('members.get').map(({ query }) => query)).toEqual([
      { memberId: '10482' },
    ]);
    expect(queryClient.getQueryData(options.queryKey)).toBe(first);
  });

  test('with another input is another query', async () => {
    await queryClient.fetchQuery(queries.members.get.queryOptions('10482'));
    await queryClient.fetchQuery(queries.members.get.queryOptions('10517'));
    await queryClient.fetchQuery(queries.members.get.queryOptions());
    expect(service.requests).toHaveLength(3);
  });

  test('is any operation that only reads, even with POST', async () => {
    const request = example('leaderboard.rank-request');
    const { rank } = await queryClient.fetchQuery(queries.leaderboard.rank.queryOptions(request));
    expect(rank).toBe(example('leaderboard.rank').rank);
    expect(service.requestsOf('leaderboard.rank')[0]?.body).toEqual(request);
  });

  test('that is cancelled aborts its call', async () => {
    const asked = Promise.withResolvers<void>();
    service.answer('usage.get', () => {
      asked.resolve();
      return new Promise(() => {});
    });
    const fetched = queryClient.fetchQuery(queries.usage.get.queryOptions());
    await asked.promise;
    expect(service.requests).toHaveLength(1);
    await queryClient.cancelQueries({ queryKey: queries.usage.key() });
    await expect(fetched).rejects.toThrow('CancelledError');
  });

  test('that fails is retried only by the client', async () => {
    service.answer('members.get', 'error-not_connected');
    const observer = new QueryObserver(queryClient, queries.members.get.queryOptions('10482'));
    const { error, failureCount } = await observer.refetch();
    expect([error?.code, failureCount]).toEqual(['not_connected', 1]);
    expect(service.requests).toHaveLength(1);
  });
});

describe('an infinite query', () => {
  test('fetches one page after the other until the end', async () => {
    const options = queries.members.search.infiniteQueryOptions({ city: 'Austin' });
    const observer = new InfiniteQueryObserver(queryClient, options);
    await observer.refetch();
    const { data, hasNextPage } = await observer.fetchNextPage();
    const pages = [example('members.search'), example('members.search-last-page')];
    expect(data).toEqual({ pages, pageParams: [undefined, pages[0]?.nextCursor] });
    expect(hasNextPage).toBe(false);
    expect(service.requestsOf('members.search').map(({ query }) => query)).toEqual([
      { city: 'Austin' },
      { city: 'Austin', cursor: pages[0]?.nextCursor },
    ]);
  });

  test('has another key than the query for one page', async () => {
    const { search } = queries.members;
    await queryClient.fetchInfiniteQuery(search.infiniteQueryOptions({ city: 'Austin' }));
    const page = await queryClient.fetchQuery(search.queryOptions({ city: 'Austin', limit: 5 }));
    expect(page).toEqual(example('members.search'));
    expect(queryClient.getQueryData(search.infiniteQueryKey({ city: 'Austin' }))).toMatchObject({
      pages: [page],
    });
  });
});

describe('a mutation', () => {
  test('takes the parts of its call by name, and an idempotency key', async () => {
    const observer = new MutationObserver(queryClient, queries.matches.void.mutationOptions());
    const matchId = 'mat_01k4yh2ca6m8d2s4h0y9w7c5tq';
    const body = { reason: 'The wrong court.' };
    expect(await observer.mutate({ matchId, body, idempotencyKey: 'void-1' })).toEqual(
      example('matches.void'),
    );
    expect(service.requestsOf('matches.void')).toMatchObject([
      { path: { matchId }, body, headers: { 'idempotency-key': 'void-1' } },
    ]);
  });

  test('needs no argument if it has no input', async () => {
    const rotate = new MutationObserver(
      queryClient,
      queries.webhooks.rotateSecret.mutationOptions(),
    );
    expect(await rotate.mutate({ endpointId: 'whe_01k4yh1w3e7r2t6y9p4q8s5d0a' })).toEqual(
      example('webhooks.rotateSecret'),
    );
    const send = new MutationObserver(queryClient, queries.matches.testWebhook.mutationOptions());
    await send.mutate();
    expect(service.requestsOf('matches.testWebhook')[0]?.body).toBeUndefined();
  });

  test('is not repeated, because it might run twice', async () => {
    service.answer('webhooks.createEndpoint', { status: 500 });
    queryClient.setDefaultOptions({ mutations: { retry: 3 } });
    const observer = new MutationObserver(
      queryClient,
      queries.webhooks.createEndpoint.mutationOptions(),
    );
    const call = observer.mutate({ body: { url: 'https://a.example' }, maxRetries: 0 });
    await expect(call).rejects.toMatchObject({ code: 'internal' });
    expect(service.requests).toHaveLength(1);
  });
});

describe('the keys', () => {
  test('begin with resource and operation, so that each can be invalidated', async () => {
    const { members, usage } = queries;
    await queryClient.fetchQuery(members.get.queryOptions('10482'));
    await queryClient.fetchInfiniteQuery(members.search.infiniteQueryOptions());
    await queryClient.fetchQuery(usage.get.queryOptions());
    const stale = () =>
      queryClient
        .getQueryCache()
        .getAll()
        .map(({ state }) => state.isInvalidated);
    await queryClient.invalidateQueries({ queryKey: members.get.key() });
    expect(stale()).toEqual([true, false, false]);
    await queryClient.invalidateQueries({ queryKey: members.key() });
    expect(stale()).toEqual([true, true, false]);
    await queryClient.invalidateQueries({ queryKey: queries.key() });
    expect(stale()).toEqual([true, true, true]);
  });

  test('with different prefixes separate the data of players', async () => {
    const { fetch } = service;
    const ofPlayer = (accessToken: string, playerId: string) =>
      createQueries(new PartnerRatingClient({ accessToken, environment: 'local', fetch }), {
        keyPrefix: ['partner-rating', playerId],
      });
    const ana: Member = { ...example('members.get'), firstName: 'Ana' };
    service.answer('members.get', 'members.get', { body: ana });
    const mike = ofPlayer('pra_1', 'mem_1').members.get.queryOptions();
    await queryClient.fetchQuery(mike);
    const next = await queryClient.fetchQuery(
      ofPlayer('pra_2', 'mem_2').members.get.queryOptions(),
    );
    expect(next.firstName).toBe('Ana');
    expect(queryClient.getQueryData(mike.queryKey)?.firstName).toBe('Mike');
  });
});

test('every operation of the client exists, and calls it', async () => {
  const called = contract.operations().filter(({ isCalled }) => isCalled);
  for (const { id, method, isSafe, parameters } of called) {
    const [resource = '', name = ''] = id.split('.');
    const operation = Reflect.get(Reflect.get(queries, resource), name);
    const path = parameters.find((parameter) => parameter.in === 'path')?.name ?? '';
    // The test kit does not check the values.
    if (method === 'GET' || isSafe) {
      await queryClient.fetchQuery(operation.queryOptions(path === '' ? {} : 'id_1'));
    } else {
      const options = operation.mutationOptions();
      await options.mutationFn({ [path]: 'id_1', body: {} });
    }
    expect(service.requests.at(-1)?.operation).toBe(id);
  }
});
