import {
  ConflictError,
  type MatchBatch,
  type PartnerRatingClient,
  PartnerRatingError,
  PermissionError,
  ValidationError,
} from '@partner-rating/client';

/** Submits a batch and says in a sentence what came of it. */
export async function submitAndDescribe(
  client: PartnerRatingClient,
  batch: MatchBatch,
): Promise<string> {
  try {
    const { numMatches, duplicates } = await client.matches.submit(batch);
    return `${numMatches} matches are rated, ${duplicates} were sent before.`;
  } catch (error) {
    if (error instanceof ValidationError) {
      const faults = error.errors.map(({ pointer, detail }) => `${pointer}: ${detail}`);
      return `Fix this and send it again. ${faults.join(' ')}`;
    }
    if (error instanceof ConflictError && error.code === 'match_conflict') {
      return 'A match was sent before with another result. Replace it with matches.replace, under a new identifier.';
    }
    if (error instanceof PermissionError && error.code === 'insufficient_scope') {
      return 'This API key may not submit matches. Use another one.';
    }
    // The rest is of no use to a user. The request id lets us find what happened.
    if (error instanceof PartnerRatingError) {
      return `Try again later (${error.code}, request ${error.requestId}).`;
    }
    throw error;
  }
}
