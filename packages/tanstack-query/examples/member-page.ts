import { PartnerRatingClient, type PartnerRatingError } from '@partner-rating/client';
import { createQueries, type Queries } from '@partner-rating/tanstack-query';
import {
  QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';

// Your own site. Its backend forwards the calls to the service, and replaces the placeholders with real credentials.
const baseUrl = 'https://club.example/api/v1';

// For calls with the token of the player who is logged in. A failure is shown after five seconds at the latest.
const queries = createQueries(
  new PartnerRatingClient({ accessToken: 'placeholder', baseUrl, timeoutMs: 5_000 }),
);

// For calls with your API key. The prefix separates their data from the player's data in the cache.
const club = createQueries(new PartnerRatingClient({ apiKey: 'placeholder', baseUrl }), {
  keyPrefix: ['club'],
});

/** The profile of the player who is logged in. */
export function useProfile() {
  const { data, error, isPending } = useQuery(queries.members.get.queryOptions());
  if (isPending) return 'Loading …';
  return error ? messageFor(error) : data.displayName;
}

/** A text for players. `error.message` and `error.detail` are for developers. */
function messageFor({ statusCode, code, requestId }: PartnerRatingError): string {
  if (statusCode === 401) return 'Please connect your rating account again.';
  if (code === 'connection_failed') return 'Please check your connection and try again.';
  return `Please try again later (${requestId ?? code}).`;
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

/** For rendering on a server: fills a cache that is sent with the page. `own` calls the service with the player's token. */
export async function prefetched(own: Queries): Promise<QueryClient> {
  const queryClient = new QueryClient();
  await queryClient.prefetchQuery(own.members.get.queryOptions());
  return queryClient;
}
