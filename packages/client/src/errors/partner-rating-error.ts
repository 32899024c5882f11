import type { OAuthCode, ProblemCode } from '../generated/error-codes.gen.ts';

/**
 * Every code the service answers with today. More may be added: a code you do not know is still a
 * string, and the class of the error still fits its status.
 *
 * @example
 * const code: ErrorCode = 'match_conflict';
 */
export type ErrorCode = ProblemCode | OAuthCode | (string & {});

/** What an error carries beside its message. */
export interface ErrorDetails {
  statusCode?: number | undefined;
  response?: Response | undefined;
  requestId?: string | undefined;
  code?: ErrorCode | undefined;
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
   * refusal (RFC 6749 section 5.2); undefined where the answer named none.
   */
  readonly code: ErrorCode | undefined;

  constructor(message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.statusCode = details.statusCode;
    this.response = details.response;
    this.requestId = details.requestId;
    this.code = details.code;
  }
}
