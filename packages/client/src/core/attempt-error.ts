import { AuthenticationError } from './errors/authentication-error.ts';
import { ConflictError } from './errors/conflict-error.ts';
import { ConnectionError } from './errors/connection-error.ts';
import { NotFoundError } from './errors/not-found-error.ts';
import { type ErrorDetails, PartnerRatingError } from './errors/partner-rating-error.ts';
import { PermissionError } from './errors/permission-error.ts';
import { RateLimitError } from './errors/rate-limit-error.ts';
import { TimeoutError } from './errors/timeout-error.ts';
import { ValidationError } from './errors/validation-error.ts';
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

/** What ended an attempt: the milliseconds it had, what makes the error, or what a platform threw. */
export type AttemptEnd =
  | number
  | (() => unknown)
  | PartnerRatingError
  | { name?: string; cause?: { code?: string; message?: string } }
  | undefined;

/**
 * Makes the error of an attempt that failed. Without a whole answer it says what ended the attempt. For a
 * problem document its class is that of the status. Any other answer did not come from the service, so it
 * has the base class, and its message names the address and what this returned.
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
    // The message of a platform is "fetch failed"; the reason is its cause.
    const reason = end?.cause?.code ?? end?.cause?.message ?? end;
    const message = /refused/i.test(String(reason))
      ? `${id}: no server is listening at ${baseUrl} (${reason}). Check baseUrl, or start the service.`
      : `${incomplete} (${reason}).`;
    return new ConnectionError(message, { ...cause, response });
  }
  const { status, headers } = response;
  const type = headers.get('content-type');
  const isProblem = /^application\/problem\+json\b/i.test(type ?? '');
  const [OAuthClass, problem = isProblem ? Object(body) : {}] = refusal?.(Object(body)) ?? [];
  const text = (name: string): string | undefined =>
    typeof problem[name] === 'string' ? problem[name] : undefined;
  const errors = Array.isArray(problem.errors) ? problem.errors : [];
  const [error] = errors;
  const code = text('code');
  const detail = text('detail');
  const said = code
    ? [`${code}:`, detail, error && `${error.pointer}: ${error.detail}`, text('type')]
    : [`${baseUrl} returned ${returned()}, not a Partner Rating response.`];
  if (!code || code === 'unknown_address') {
    said.push(`Check baseUrl${code ? ` (${baseUrl})` : ''}: it should end in /api/v1.`);
  }
  // Other services answer 404 too: only this code says that what was asked for does not exist.
  const hasClass = code && (status !== 404 || code === 'not_found');
  const Class = OAuthClass ?? ((hasClass && classByStatus[status]) || PartnerRatingError);
  return new Class(`${id}: ${status} ${said.filter(Boolean).join(' ')}`, {
    ...cause,
    response,
    requestId: headers.get('x-request-id') ?? text('instance'),
    code,
    detail,
    retryAfter: retryAfterSeconds(headers.get('retry-after')),
    errors,
  });

  /** Says what came in place of an answer. */
  function returned(): string {
    // The query of a redirect may be secret.
    const target = headers.get('location')?.replace(/[?#].*/, '');
    if (target) return `a redirect to ${target} (not followed)`;
    if (body === undefined && !end) return 'an empty body';
    if (!type) return 'no Content-Type';
    if (/html/i.test(type)) return 'HTML';
    return /json/i.test(type) ? `${end ? 'invalid ' : ''}JSON` : type;
  }
}

/**
 * Returns the seconds of a `Retry-After` header, which may also be a date (RFC 9110 section 10.2.3), and undefined if it
 * is missing or malformed.
 */
function retryAfterSeconds(value: string | null): number | undefined {
  // A zero is also read as a date, which is in the past.
  const seconds = Number(value) || Math.ceil((Date.parse(value as string) - Date.now()) / 1_000);
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
