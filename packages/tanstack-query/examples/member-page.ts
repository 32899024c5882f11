import { PartnerRatingClient } from '@partner-rating/client';
import { createQueries } from '@partner-rating/tanstack-query';
import {
  QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';

// A page calls its own origin, and your backend passes the calls on: the service allows no calls from pages of other origins.
const baseUrl = 'https://club.example/api/v1';

// Uses the token of the player who is logged in.
const accessToken = () => sessionStorage.getItem('access_token') ?? '';
const queries = createQueries(new PartnerRatingClient({ accessToken, baseUrl }));

// For calls that need an API key. Your backend checks the caller and replaces this value with its key, because no key belongs in a page.
const club = createQueries(new PartnerRatingClient({ apiKey: 'added-there', baseUrl }), {
  keyPrefix: ['club'],
});

/** The profile of the player who is logged in. */
export function useProfile() {
  const { data, error, isPending } = useQuery(queries.members.get.queryOptions());
  if (isPending) return 'Wait …';
  return error ? `${error.detail} (${error.requestId})` : `${data.displayName}`;
}

/** The matches of the player in one sport, page by page. */
export function useMatches(sport: string) {
  const { data, fetchNextPage, hasNextPage } = useInfiniteQuery(
    queries.members.listMatches.infiniteQueryOptions(undefined, { sport, limit: 20 }),
  );
  const matches = data?.pages.flatMap((page) => page.matches) ?? [];
  return { matches, more: hasNextPage ? fetchNextPage : undefined };
}

/** Submits a result, and then fetches the data of members again. */
export function useSubmit() {
  const queryClient = useQueryClient();
  return useMutation({
    ...club.matches.submit.mutationOptions(),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queries.members.key() }),
  });
}

/** For rendering on a server: fills a cache that is sent with the page. */
export async function prefetched(): Promise<QueryClient> {
  const queryClient = new QueryClient();
  await queryClient.prefetchQuery(queries.members.get.queryOptions());
  return queryClient;
}
