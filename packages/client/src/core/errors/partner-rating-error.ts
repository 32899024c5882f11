import type { OAuthCode, ProblemCode } from '../../generated/error-codes.gen.ts';
import type { ErrorItem } from '../../generated/types.gen.ts';

/**
 * The codes of this client's own errors; a closed set.
 *
 * - `connection_failed`: no answer arrived, or only part of one, or `afterResponse` failed. A `ConnectionError`.
 * - `timeout`: the answer was not complete in time. A `TimeoutError`.
 * - `unexpected_answer`: the answer did not come from the service, but from a proxy or a wrong URL. A
 *   `PartnerRatingError`.
 * - `client_closed`: the client was closed before or during the call.
 *
 * @example
 * const code: ClientCode = 'unexpected_answer';
 */
export type ClientCode = 'connection_failed' | 'timeout' | 'unexpected_answer' | 'client_closed';

/**
 * Every code of the service and of this client. The service may add more: an unknown code is still a
 * string, and the class of the error still fits its status.
 *
 * @example
 * const code: ErrorCode = 'match_conflict';
 */
export type ErrorCode = ProblemCode | OAuthCode | ClientCode | (string & {});

/**
 * The properties of an error beside its message.
 *
 * @example
 * const details: ErrorDetails = { statusCode: 503, code: 'unavailable', retryAfter: 5 };
 */
export interface ErrorDetails {
  /** The HTTP status of the answer. */
  statusCode?: number | undefined;
  /** The answer itself. */
  response?: Response | undefined;
  /** The id that the service gave the request. */
  requestId?: string | undefined;
  /** Default: `unexpected_answer`. */
  code?: ErrorCode | undefined;
  /** What happened, in the words of the service. */
  detail?: string | undefined;
  /** Seconds to wait before the call may succeed. */
  retryAfter?: number | undefined;
  /** The errors that were found. Default: none. */
  errors?: readonly ErrorItem[];
  /** The error that caused this one. */
  cause?: unknown;
}

/**
 * The base class of every error of this client. Its `message` is for a log: what happened and the first
 * error, the operation, the status, the code, and the address of the page that explains it. For people
 * there is `detail`. Thrown itself where no other class fits: the service failed (500, 503), the address
 * is unknown, or the answer did not come from the service.
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
  /** The name of its class, by which `isPartnerRatingError` knows it. */
  override readonly name: string = 'PartnerRatingError';
  /** The HTTP status; undefined where there was no answer. */
  declare readonly statusCode: number | undefined;
  /**
   * The response; undefined where there was none. The body of an error response can still be
   * read. It is not enumerable, so that a logger does not write it out.
   */
  declare readonly response: Response | undefined;
  /** What happened, in the words of the service; undefined where it said nothing. */
  declare readonly detail: string | undefined;
  /** Quote it when you ask for support; undefined where the service gave no answer. */
  declare readonly requestId: string | undefined;
  /**
   * The kind of error, for programs: `code` of problem details (RFC 9457), `error` of an OAuth
   * refusal (RFC 6749 section 5.2), or one of the client's own.
   */
  declare readonly code: ErrorCode;
  /**
   * Seconds to wait before the call may succeed, as `Retry-After` says (RFC 9110 section 10.2.3);
   * undefined without that header.
   */
  declare readonly retryAfter: number | undefined;

  /** Every error found, each with a JSON Pointer (RFC 6901) to the value; empty where none is named. */
  declare readonly errors: readonly ErrorItem[];

  constructor(
    message: string,
    { response, code = 'unexpected_answer', errors = [], ...details }: ErrorDetails = {},
  ) {
    super(message, details);
    Object.assign(this, { statusCode: response?.status, code, errors }, details);
    Object.defineProperty(this, 'response', { value: response });
  }

  /** True, also for the class of another realm or of another copy of this package. */
  get isPartnerRatingError(): true {
    return true;
  }
}
