import { PartnerRatingError } from './partner-rating-error.ts';

/**
 * No answer arrived, or only part of one: a wrong URL, or the network or the service is down. `cause`
 * is the error of the platform. Whether the service did what was asked is not known. Where your `afterResponse`
 * failed, `cause` is its error, and `response` is there if the service had succeeded.
 *
 * @example
 * if (error instanceof ConnectionError) await client.matches.submit(batch, { idempotencyKey });
 */
export class ConnectionError extends PartnerRatingError {
  override readonly name = 'ConnectionError';
  override readonly code = 'connection_failed';
}
