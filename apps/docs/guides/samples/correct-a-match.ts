import {
  type MatchId,
  type MatchReplacementInput,
  PartnerRatingClient,
} from '@partner-rating/client';

// The key is that of SERVICE_API_KEY.
const client = new PartnerRatingClient({ environment: 'local' });

/** Puts the right match in the place of a wrong one; the id of the right one. */
export async function correctMatch(
  wrongMatchId: MatchId,
  right: MatchReplacementInput,
): Promise<MatchId | null> {
  // An identifier of its own: the wrong match keeps the one it has.
  const identifier = `${right.identifier}-corrected`;
  const { matches } = await client.matches.replace(wrongMatchId, { ...right, identifier });
  return matches[0]?.id ?? null;
}
