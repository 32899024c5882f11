import { isPartnerRatingError, PartnerRatingClient } from '@partner-rating/client';

/** The rating of a member, or why there is none. */
export async function explainRating(memberId: string, signal: AbortSignal): Promise<string> {
  // The key is that of SERVICE_API_KEY. The end of the block aborts calls in flight.
  await using client = new PartnerRatingClient({
    environment: 'local',
    timeoutMs: 10_000,
    maxRetries: 3,
    logger: console,
  });
  try {
    const call = client.members.get(memberId, {}, { signal, headers: { 'x-trace': 'court-3' } });
    const { data: member, response } = await call.withResponse();
    const left = response.headers.get('ratelimit');
    return `${member.displayName}: ${member.sport?.pickleball?.R} (limit: ${left})`;
  } catch (error) {
    if (isPartnerRatingError(error, 'NotFoundError')) return 'There is no such member.';
    if (isPartnerRatingError(error, 'RateLimitError')) return `Come back in ${error.retryAfter} s.`;
    if (isPartnerRatingError(error)) return `${error.code}, request ${error.requestId}`;
    throw error;
  }
}
