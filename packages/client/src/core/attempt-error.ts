import {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  TimeoutError,
  ValidationError,
} from './errors/call-errors.ts';
import { type ErrorDetails, PartnerRatingError } from './errors/partner-rating-error.ts';
import type { ErrorClass, Operation } from './operation.ts';

const classByStatus: Record<number, ErrorClass> = {
  400: ValidationError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  412: ConflictError,
  413: ValidationError,
  415: ValidationError,
  422: ValidationError,
  429: RateLimitError,
};

/** What ended an attempt: the timeout in milliseconds, a function that makes the error, or an error of the platform. */
export type AttemptEnd =
  | number
  | (() => unknown)
  | PartnerRatingError
  | { name?: string; cause?: { code?: string; message?: string } }
  | undefined;

/**
 * Makes the error of an attempt that failed. If the response is incomplete, the error says what ended the attempt.
 * The status of a problem document determines the class. Any other response did not come from the service, so the
 * error has the base class, and its message names the address and the response.
 */
export function attemptError(
  { id, refusal }: Pick<Operation<object, unknown>, 'id' | 'refusal'>,
  baseUrl: string,
  end: AttemptEnd,
  response?: Response,
  body?: unknown,
): PartnerRatingError {
  if (typeof end === 'function') return end() as PartnerRatingError;
  if (end instanceof PartnerRatingError) return end;
  const incomplete = `${id}: no complete answer from ${baseUrl}`;
  if (typeof end === 'number') {
    return new TimeoutError(`${incomplete} in ${end} ms.`, {
      timeoutMs: end,
      response,
    } as ErrorDetails);
  }
  const cause = end && { cause: end };
  if (!response || (response.ok && end && end.name !== 'SyntaxError')) {
    // A platform's message is only "fetch failed"; the cause has the reason.
    const reason = end?.cause?.code ?? end?.cause?.message ?? end;
    const message = /refused/i.test(String(reason))
      ? `${id}: no server is listening at ${baseUrl} (${reason}). Check baseUrl, or start the service.`
      : `${incomplete} (${reason}).`;
    return new ConnectionError(message, { ...cause, response });
  }
  const { status, headers } = response;
  const type = headers.get('content-type');
  const isProblem = /^application\/problem\+json\b/i.test(type as string);
  const [OAuthClass, problem = isProblem ? Object(body) : {}] = refusal?.(Object(body)) ?? [];
  const text = (name: string): string | undefined =>
    typeof problem[name] === 'string' ? problem[name] : undefined;
  const errors = Array.isArray(problem.errors) ? problem.errors : [];
  const code = text('code');
  const detail = text('detail');
  const requestId = headers.get('x-request-id') ?? text('instance');
  const said = [
    `${id}: ${status}`,
    code ? `${code}:` : `${baseUrl} returned ${returned()}, not a Partner Rating response.`,
    detail,
    errors[0] && `${errors[0].pointer}: ${errors[0].detail}`,
    text('type'),
    (!code || code === 'unknown_address') &&
      `Check baseUrl (${baseUrl}): it should end in /api/v1.`,
    requestId && `(request ${requestId})`,
  ];
  // Other services answer 404 too; only this code means that the requested resource does not exist.
  const hasClass = code && (status !== 404 || code === 'not_found');
  const Class = OAuthClass ?? ((hasClass && classByStatus[status]) || PartnerRatingError);
  return new Class(said.filter(Boolean).join(' '), {
    ...cause,
    response,
    requestId,
    code,
    detail,
    retryAfter: retryAfterSeconds(headers.get('retry-after')),
    errors,
  });

  /** Describes what was returned instead of a response of the service. */
  function returned(): string {
    // The query of a redirect may be secret.
    const target = headers.get('location')?.replace(/[?#].*/, '');
    if (target) return `a redirect to ${target} (not followed)`;
    if (body === undefined && !end) return 'an empty body';
    if (!type) return 'no Content-Type';
    return /json/i.test(type) ? `${end ? 'invalid ' : ''}JSON` : type;
  }
}

/**
 * Returns the seconds of a `Retry-After` header, which may also be a date (RFC 9110 section 10.2.3), or undefined if it
 * is missing or malformed.
 */
function retryAfterSeconds(value: string | null): number | undefined {
  // Date.parse reads "1,5" and "-1" as dates in the past, which would mean no wait. It reads "0" so too, which does mean that.
  const isKnownForm = /^\d{1,10}$|GMT$/.test(value as string);
  const date = Date.parse(value as string) - Date.now();
  const seconds = Math.max(0, Number(value) || Math.ceil(date / 1_000));
  return isKnownForm && seconds >= 0 ? seconds : undefined;
}
