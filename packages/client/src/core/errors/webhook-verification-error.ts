import { PartnerRatingError } from './partner-rating-error.ts';

/**
 * Why a webhook was refused; a closed set.
 *
 * - `missing_header`: `webhook-id`, `webhook-timestamp` or `webhook-signature` is not there.
 * - `malformed_header`: one of them is there twice or malformed.
 * - `timestamp_too_old`, `timestamp_too_new`: it was sent longer ago than is tolerated, or later
 *   than now: a replayed message, or a wrong clock.
 * - `missing_body`: the request has no body, or nothing read it.
 * - `no_matching_signature`: it was not signed with any of your secrets, or was changed since.
 * - `body_not_json`: it is signed, but its body is not JSON.
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
 * A request to your webhook endpoint that is not to be trusted: nothing in it may be used. Answer
 * it with 401. It carries no `statusCode`, `response` or `requestId`, since nothing was called.
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
