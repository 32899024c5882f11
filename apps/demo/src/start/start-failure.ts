import { AuthenticationError, PartnerRatingError } from '@partner-rating/client';

/** The demo cannot start; the message says why and what to do. */
export class StartFailure extends Error {
  override name = 'StartFailure';
}

/** The message for the user of the demo; null for an error of the demo itself. */
export function explainStartFailure(error: unknown): string | null {
  if (error instanceof StartFailure) return error.message;
  if (error instanceof AuthenticationError) {
    return (
      'The service does not know the API key of demo.json: it runs on other data. ' +
      "Set DATA_DIR to that service's data directory, or stop it and let the demo start one."
    );
  }
  if (error instanceof PartnerRatingError) return `The service refused: ${error.message}`;
  return null;
}
