import { isPartnerRatingError, type Match, PartnerRatingClient } from '@partner-rating/client';

/** The rating of a member and what their latest match did to it, or why there is none. */
export async function explainRating(memberId: string, signal: AbortSignal): Promise<string> {
  // Reads the API key from SERVICE_API_KEY. The end of the block aborts calls in flight.
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
    const { matches } = await client.members.listMatches(memberId, { limit: 1 }, { signal });
    const rating = `${member.displayName}: ${member.sport?.pickleball?.R} (limit: ${left})`;
    return [rating, ...matches.map((match) => reasonFor(match, member.id))].join(', ');
  } catch (error) {
    if (isPartnerRatingError(error, 'NotFoundError')) return 'There is no such member.';
    if (isPartnerRatingError(error, 'RateLimitError')) return `Come back in ${error.retryAfter} s.`;
    if (isPartnerRatingError(error)) return `${error.code}, request ${error.requestId}`;
    throw error;
  }
}

/** Why a match did or did not move the rating of one of its players. */
function reasonFor({ teams }: Match, memberId: string): string {
  const { explanation } = teams.flat().find(({ id }) => id === memberId) ?? {};
  if (explanation === undefined) return 'not explained';
  const { reason, ratingBefore, ratingAfter, withheld } = explanation;
  if (reason === 'moved') return `moved from ${ratingBefore} to ${ratingAfter}`;
  return reason === 'limited' ? `limited, withheld: ${withheld}` : reason;
}
