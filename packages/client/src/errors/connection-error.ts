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

  constructor(what: string, cause: unknown) {
    super(`${what} (${reason(cause)}). Check baseUrl and the network, then try again.`, {
      code: 'connection_failed',
      cause,
    });
  }
}

// Node says "fetch failed" and keeps what happened in the cause.
function reason(error: unknown): string {
  const { code, cause, message } = error as { code?: unknown; cause?: unknown; message?: unknown };
  if (typeof code === 'string') return code;
  return cause === undefined || cause === null ? String(message ?? error) : reason(cause);
}
