import type { OAuthCode, ProblemCode } from '../../generated/error-codes.gen.ts';
import type { FaultItem } from '../../generated/types.gen.ts';

/**
 * What this client itself says went wrong; there are no other codes of its own.
 *
 * - `connection_failed`: no answer arrived, or it broke off. A `ConnectionError`.
 * - `timeout`: the answer was not complete in time. A `TimeoutError`.
 * - `unexpected_answer`: there was an answer, in words that are not those of the service, as a proxy
 *   or a wrong address gives. Its class fits its status.
 * - `client_closed`: the client was disposed of, before the call or meanwhile.
 *
 * @example
 * const code: ClientCode = 'unexpected_answer';
 */
export type ClientCode = 'connection_failed' | 'timeout' | 'unexpected_answer' | 'client_closed';

/**
 * Every code there is today, of the service and of this client. The service may gain more: a code
 * you do not know is still a string, and the class of the error still fits its status.
 *
 * @example
 * const code: ErrorCode = 'match_conflict';
 */
export type ErrorCode = ProblemCode | OAuthCode | ClientCode | (string & {});

/**
 * What an error carries beside its message.
 *
 * @example
 * const details: ErrorDetails = { statusCode: 503, code: 'unavailable', retryAfter: 5 };
 */
export interface ErrorDetails {
  /** The HTTP status of the answer. */
  statusCode?: number | undefined;
  /** The answer itself. */
  response?: Response | undefined;
  /** What the service calls the request. */
  requestId?: string | undefined;
  /** `unexpected_answer` where it is left out. */
  code?: ErrorCode | undefined;
  /** Seconds to wait before the call may succeed. */
  retryAfter?: number | undefined;
  /** The faults that were found; none where it is left out. */
  errors?: readonly FaultItem[];
  /** What was thrown before, and led to this error. */
  cause?: unknown;
}

/**
 * The base of every error of this client. Thrown as itself where no other kind fits: the service
 * failed (500, 503), or the answer was not one of the service's.
 *
 * @example
 * try {
 *   await client.members.get({ memberId: '10482' });
 * } catch (error) {
 *   if (error instanceof PartnerRatingError) report(error.code, error.requestId);
 *   throw error;
 * }
 */
export class PartnerRatingError extends Error {
  /** The name of its class, which `isPartnerRatingError` goes by. */
  override readonly name: string = 'PartnerRatingError';
  /** The HTTP status; undefined where there was no answer. */
  readonly statusCode: number | undefined;
  /**
   * The answer itself; undefined where there was none. Of an answer that is an error the body may
   * still be read.
   */
  readonly response: Response | undefined;
  /** Name it when you ask for help; undefined where there was no answer of the service. */
  readonly requestId: string | undefined;
  /**
   * The kind of error, for programs: `code` of problem details (RFC 9457), `error` of an OAuth
   * refusal (RFC 6749 section 5.2), or one of the client's own.
   */
  readonly code: ErrorCode = 'unexpected_answer';
  /**
   * Seconds to wait before the call may succeed, as `Retry-After` says (RFC 9110 section 10.2.3);
   * undefined where it says none.
   */
  readonly retryAfter: number | undefined;

  /** Every fault found, each with a JSON Pointer (RFC 6901) to its place; empty where none is named. */
  readonly errors: readonly FaultItem[] = [];

  constructor(message: string, details: ErrorDetails = {}) {
    super(message, details);
    Object.assign(this, details);
  }

  /** True, also where the class is that of another realm or of another copy of this package. */
  get isPartnerRatingError(): true {
    return true;
  }
}
