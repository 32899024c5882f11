import { PartnerRatingError } from './partner-rating-error.ts';

/**
 * No answer arrived, or it broke off: the address, the network or the service is down. `cause` is
 * what the platform said. Whether the service did what was asked is not known.
 *
 * @example
 * if (error instanceof ConnectionError) await client.matches.submit(batch, { idempotencyKey });
 */
export class ConnectionError extends PartnerRatingError {
  override readonly name = 'ConnectionError';
  override readonly code = 'connection_failed';
}
