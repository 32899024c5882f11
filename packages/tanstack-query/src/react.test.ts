import {
  type MatchVoid,
  type Member,
  type MemberSearchPage,
  PartnerRatingClient,
  type PartnerRatingError,
} from '@partner-rating/client';
import { ExampleService, example } from '@partner-rating/client/testing';
import {
  type InfiniteData,
  QueryClient,
  QueryClientProvider,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useSuspenseQuery,
} from '@tanstack/react-query';
import { createElement, type FunctionComponent } from 'react';
import { renderToString } from 'react-dom/server';
import { beforeEach, describe, expect, expectTypeOf, test } from 'vitest';
import { createQueries } from './index.ts';

const { fetch } = new ExampleService();
const client = new PartnerRatingClient({ apiKey: 'prk_test', environment: 'local', fetch });
const queries = createQueries(client);

let queryClient: QueryClient;
beforeEach(() => {
  queryClient = new QueryClient();
});

function rendered(component: FunctionComponent): string {
  const child = createElement(component);
  return renderToString(createElement(QueryClientProvider, { client: queryClient }, child));
}

describe('in a component', () => {
  test('a query has the types of its data and of its error', async () => {
    const options = queries.members.get.queryOptions('10482');
    const Profile = () => {
      const { data, error } = useQuery(options);
      expectTypeOf(data).toEqualTypeOf<Member | undefined>();
      expectTypeOf(error).toEqualTypeOf<PartnerRatingError | null>();
      return createElement('p', null, data?.displayName ?? 'Wait');
    };
    expect(rendered(Profile)).toBe('<p>Wait</p>');
    await queryClient.prefetchQuery(options);
    expect(rendered(Profile)).toBe(`<p>${example('members.get').displayName}</p>`);
  });

  test('a suspense query returns its data, or the selected part', async () => {
    const options = queries.members.get.queryOptions();
    await queryClient.prefetchQuery(options);
    const Profile = () => {
      expectTypeOf(useSuspenseQuery(options).data).toEqualTypeOf<Member>();
      const { data } = useSuspenseQuery({ ...options, select: ({ memberId }) => memberId });
      expectTypeOf(data).toEqualTypeOf<number>();
      return createElement('p', null, data);
    };
    expect(rendered(Profile)).toBe(`<p>${example('members.get').memberId}</p>`);
  });

  test('an infinite query contains the pages of its list', async () => {
    const options = queries.members.search.infiniteQueryOptions({ city: 'Austin' });
    await queryClient.prefetchInfiniteQuery(options);
    const Players = () => {
      const { data, error, hasNextPage } = useInfiniteQuery(options);
      expectTypeOf(data).toEqualTypeOf<InfiniteData<MemberSearchPage> | undefined>();
      expectTypeOf(error).toEqualTypeOf<PartnerRatingError | null>();
      const count = data?.pages.flatMap(({ players }) => players).length;
      return createElement('p', null, count, hasNextPage ? ' and more' : '');
    };
    expect(rendered(Players)).toContain(`${example('members.search').players.length}`);
    expect(rendered(Players)).toContain(' and more');
  });

  test('a mutation has the types of its input and its result', () => {
    const Undo = () => {
      const undo = useMutation(queries.matches.void.mutationOptions());
      expectTypeOf(undo.data).toEqualTypeOf<MatchVoid | undefined>();
      expectTypeOf(undo.error).toEqualTypeOf<PartnerRatingError | null>();
      const body = { reason: 'The wrong court.' };
      const variables = { matchId: 'mat_01k4yh2ca6m8d2s4h0y9w7c5tq', body } as const;
      expectTypeOf(undo.mutate).toBeCallableWith({ ...variables, idempotencyKey: 'void-1' });
      // @ts-expect-error The reason is missing.
      expectTypeOf(undo.mutate).toBeCallableWith({ matchId: variables.matchId });
      const rotate = useMutation(queries.webhooks.rotateSecret.mutationOptions());
      expectTypeOf(rotate.mutate).toBeCallableWith({
        endpointId: 'whe_01k4yh1w3e7r2t6y9p4q8s5d0a',
      });
      return createElement('p', null, undo.status);
    };
    expect(rendered(Undo)).toBe('<p>idle</p>');
  });
});

test('the cache knows the type of the data of a key', async () => {
  await queryClient.prefetchQuery(queries.members.get.queryOptions());
  await queryClient.prefetchInfiniteQuery(queries.members.search.infiniteQueryOptions());
  const member = queryClient.getQueryData(queries.members.get.queryKey());
  expectTypeOf(member).toEqualTypeOf<Member | undefined>();
  const found = queryClient.getQueryData(queries.members.search.infiniteQueryKey());
  expectTypeOf(found).toEqualTypeOf<
    InfiniteData<MemberSearchPage, string | undefined> | undefined
  >();
  expect([member?.displayName, found?.pages.length]).toEqual(['Mike B.', 1]);
});

test('an invalid input does not compile', () => {
  const { members, leaderboard } = queries;
  const sport = 'padel';
  // @ts-expect-error There is no such parameter.
  members.get.queryOptions(undefined, { memberID: '10482' });
  // @ts-expect-error The country is missing.
  leaderboard.list.infiniteQueryOptions({ sport, scope: 'state' });
  // @ts-expect-error The infinite query sets the start of a page.
  members.search.infiniteQueryOptions({ cursor: 'a' });
  const board = leaderboard.list.infiniteQueryOptions({ sport, scope: 'country', country: 'ES' });
  expect(board.queryKey.at(-1)).toEqual({ sport, scope: 'country', country: 'ES' });
});
