import { type MatchBatch, type MatchInput, PartnerRatingClient } from '@partner-rating/client';

// The key is that of SERVICE_API_KEY.
const client = new PartnerRatingClient({ environment: 'local' });

/** Takes a wrong match back and sends the right one in its place. */
export async function correctMatch(
  wrongMatchId: string,
  reason: string,
  right: MatchInput,
  defaults: Omit<MatchBatch, 'matches'>,
): Promise<void> {
  await client.matches.void(wrongMatchId, { reason });
  // An identifier of its own: the wrong match keeps the one it has.
  const match = { ...right, identifier: `${right.identifier}-corrected` };
  await client.matches.submit({ ...defaults, matches: [match] });
}
