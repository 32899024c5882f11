import type { OAuthCode, ProblemCode } from '../../generated/error-codes.gen.ts';
import type { ErrorItem } from '../../generated/types.gen.ts';

/**
 * The codes of this client's own errors; a closed set.
 *
 * - `connection_failed`: the response is missing or incomplete, or `afterResponse` failed. A `ConnectionError`.
 * - `timeout`: the response was not complete in time. A `TimeoutError`.
 * - `unexpected_answer`: the response came from a proxy or a wrong URL, not from the service. A
 *   `PartnerRatingError`.
 * - `client_closed`: the client was closed before or during the call.
 *
 * @example
 * const code: ClientCode = 'unexpected_answer';
 */
export type ClientCode = 'connection_failed' | 'timeout' | 'unexpected_answer' | 'client_closed';

/**
 * Every code of the service and of this client. The service may add codes: an unknown code is still a
 * string, and the class of the error still matches its status.
 *
 * @example
 * const code: ErrorCode = 'match_conflict';
 */
export type ErrorCode = ProblemCode | OAuthCode | ClientCode | (string & {});

/**
 * The properties of an error besides its message.
 *
 * @example
 * const details: ErrorDetails = { statusCode: 503, code: 'unavailable', retryAfter: 5 };
 */
export interface ErrorDetails {
  /** The HTTP status of the response. */
  statusCode?: number | undefined;
  /** The response itself. */
  response?: Response | undefined;
  /** The id that the service gave the request. */
  requestId?: string | undefined;
  /** Default: `unexpected_answer`. */
  code?: ErrorCode | undefined;
  /** A description of the error from the service. */
  detail?: string | undefined;
  /** Seconds to wait before the call may succeed. */
  retryAfter?: number | undefined;
  /** The errors of the request. Default: none. */
  errors?: readonly ErrorItem[];
  /** The error that caused this one. */
  cause?: unknown;
}

/**
 * The base class of every error of this client. Its `message` is for a log: the operation, the status, the
 * code, what happened, the first error, the address of a page that explains the code, and the request id. Show people
 * your own text for the `code`, because `detail` is for developers. The client throws the base class itself if no other class fits: the
 * service failed (500, 503), the address is unknown, or the response did not come from the service.
 *
 * @example
 * try {
 *   await client.members.get('10482');
 * } catch (error) {
 *   if (error instanceof PartnerRatingError) report(error.code, error.requestId);
 *   throw error;
 * }
 */
export class PartnerRatingError extends Error {
  /** The name of its class, which `isPartnerRatingError` compares. */
  override readonly name: string = 'PartnerRatingError';
  /** The HTTP status; undefined if there was no response. */
  declare readonly statusCode: number | undefined;
  /**
   * The response; undefined if there was none. You can still read the body of an error response. The
   * property is not enumerable, so that loggers do not print it.
   */
  declare readonly response: Response | undefined;
  /** A description of the error from the service; undefined if it gave none. */
  declare readonly detail: string | undefined;
  /** Quote it when you ask for support; undefined if the service did not respond. */
  declare readonly requestId: string | undefined;
  /**
   * The kind of error, for programs: `code` of problem details (RFC 9457), `error` of an OAuth error
   * response (RFC 6749 section 5.2), or a code of the client.
   */
  declare readonly code: ErrorCode;
  /**
   * Seconds to wait before the call may succeed, from `Retry-After` (RFC 9110 section 10.2.3);
   * undefined without that header.
   */
  declare readonly retryAfter: number | undefined;

  /** The errors of the request, each with a JSON Pointer (RFC 6901) to the value; empty if the service names none. */
  declare readonly errors: readonly ErrorItem[];

  constructor(
    message: string,
    { response, code = 'unexpected_answer', errors = [], ...details }: ErrorDetails = {},
  ) {
    super(message, details);
    Object.assign(this, { statusCode: response?.status, code, errors }, details);
    Object.defineProperty(this, 'response', { value: response });
  }

  /** Returns true for errors of another realm or of another copy of this package too. */
  get isPartnerRatingError(): true {
    return true;
  }
}
