import { PartnerRatingError } from './partner-rating-error.ts';

/**
 * Why a webhook was refused; a closed set.
 *
 * - `missing_header`: `webhook-id`, `webhook-timestamp`, or `webhook-signature` is missing.
 * - `malformed_header`: one of these headers is malformed or occurs twice.
 * - `timestamp_too_old`, `timestamp_too_new`: the timestamp is too far from the current time: a replayed
 *   message, or a wrong clock.
 * - `missing_body`: the request has no body, or your server did not read it.
 * - `no_matching_signature`: the webhook was not signed with any of your secrets, or was changed afterwards.
 * - `body_not_json`: the signature is valid, but the body is not JSON.
 *
 * @example
 * const code: WebhookVerificationErrorCode = 'no_matching_signature';
 */
export type WebhookVerificationErrorCode =
  | 'missing_header'
  | 'malformed_header'
  | 'timestamp_too_old'
  | 'timestamp_too_new'
  | 'missing_body'
  | 'no_matching_signature'
  | 'body_not_json';

/**
 * A request to your webhook endpoint that you cannot trust: use nothing of it, and answer it
 * with 401. It has no `statusCode`, `response`, or `requestId`, because the client called nothing.
 *
 * @example
 * if (error instanceof WebhookVerificationError) return new Response(error.message, { status: 401 });
 */
export class WebhookVerificationError extends PartnerRatingError {
  override readonly name = 'WebhookVerificationError';
  declare readonly code: WebhookVerificationErrorCode;

  constructor(code: WebhookVerificationErrorCode, message: string, cause?: unknown) {
    super(message, { code, cause });
  }
}
