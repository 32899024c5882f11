import {
  type MatchId,
  type MatchReplacementInput,
  PartnerRatingClient,
} from '@partner-rating/client';

// Reads the API key from SERVICE_API_KEY.
const client = new PartnerRatingClient({ baseUrl: 'http://localhost:3001/api/v1' });

/** Replaces a wrong match, and returns the id of the right one. */
export async function correctMatch(
  wrongMatchId: MatchId,
  right: MatchReplacementInput,
): Promise<MatchId | null> {
  // The right match needs a new identifier, because the wrong match keeps its own.
  const identifier = `${right.identifier}-corrected`;
  const { matches } = await client.matches.replace(wrongMatchId, { ...right, identifier });
  return matches[0]?.id ?? null;
}
