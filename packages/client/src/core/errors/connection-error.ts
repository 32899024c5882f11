import { PartnerRatingError } from './partner-rating-error.ts';

/**
 * The response is missing or incomplete: the URL is wrong, or the network or the service is down. `cause`
 * is the error of the platform. The service may have run the call. If your `afterResponse`
 * failed, `cause` is its error, and `response` is set if the call succeeded.
 *
 * @example
 * if (error instanceof ConnectionError) await client.matches.submit(batch, { idempotencyKey });
 */
export class ConnectionError extends PartnerRatingError {
  override readonly name = 'ConnectionError';
  override readonly code = 'connection_failed';
}
