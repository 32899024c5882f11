import {
  ConflictError,
  type MatchBatch,
  type PartnerRatingClient,
  PartnerRatingError,
  PermissionError,
  ValidationError,
} from '@partner-rating/client';

/** Submits a batch and describes the result in a sentence. */
export async function submitAndDescribe(
  client: PartnerRatingClient,
  batch: MatchBatch,
): Promise<string> {
  try {
    const { numMatches, duplicates } = await client.matches.submit(batch);
    return `${numMatches} matches are rated, ${duplicates} were sent before.`;
  } catch (error) {
    if (error instanceof ValidationError) {
      const messages = error.errors.map(({ pointer, detail }) => `${pointer}: ${detail}`);
      return `Fix this and send it again. ${messages.join(' ')}`;
    }
    if (error instanceof ConflictError && error.code === 'match_conflict') {
      return 'A match was sent before with another result. Replace it with matches.replace, under a new identifier.';
    }
    if (error instanceof PermissionError && error.code === 'insufficient_scope') {
      return 'This API key may not submit matches. Use another one.';
    }
    // A user cannot do anything about other errors. The request id helps to find the cause.
    if (error instanceof PartnerRatingError) {
      return `Try again later (${error.code}, request ${error.requestId}).`;
    }
    throw error;
  }
}
