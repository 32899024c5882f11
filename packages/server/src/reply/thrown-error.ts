import { OAuthError } from './oauth-error.ts';
import { type ProblemCode, ProblemError } from './problem-error.ts';
import { requireSendable } from './sendable.ts';

/** The fields read from an error that a framework or a handler has thrown. */
interface ThrownError {
  code?: unknown;
  statusCode?: unknown;
}

/** The time for a load balancer to switch to another instance, or for a database to recover. */
const RETRY_AFTER_SECONDS = '5';

/** The arguments of a {@link ProblemError}: its code and, if they differ from the catalogue, the others. */
export type ProblemArguments = readonly [code: ProblemCode, detail?: string, status?: number];

const problemCodeByStatus: { readonly [status: number]: ProblemCode } = {
  401: 'unauthenticated',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'body_too_large',
  415: 'unsupported_media_type',
  429: 'rate_limited',
  503: 'unavailable',
};

// A dependency of a handler cannot be reached: codes of Node's sockets and of PostgreSQL
// (its error classes 08, 53 and 57P, connection, resources and shutdown; and 25006, which a standby
// answers to a write until it is promoted).
const unreachable =
  /^(?:E(?:CONN(?:ABORTED|REFUSED|RESET)|(?:HOST|NET)(?:DOWN|UNREACH)|NOTFOUND|AI_AGAIN|PIPE|TIMEDOUT)|08...|25006|53...|57P..)$/;

/**
 * Returns whether an error says that a dependency of a handler, such as its database, cannot be reached at
 * the moment, or is read-only. The stubs respond to it with 503 and `Retry-After`. Use it for your
 * own routes and jobs.
 *
 * @example
 * ```ts
 * app.setErrorHandler((error, request, reply) => reply.code(isUnreachable(error) ? 503 : 500).send());
 * ```
 */
export function isUnreachable(error: unknown): boolean {
  const { code } = (error ?? {}) as ThrownError;
  return typeof code === 'string' && unreachable.test(code);
}

/**
 * Returns any error as an error that can be sent. An error that is neither ours nor a known error of a framework
 * becomes `internal`, and so does one of ours that cannot be sent. Its message is only for the log.
 *
 * @param frameworkErrors - problems, by the `code` of a framework's errors.
 */
export function normalizeError(
  error: unknown,
  frameworkErrors: { readonly [code: string]: ProblemArguments } = {},
): ProblemError | OAuthError {
  if (error instanceof ProblemError || error instanceof OAuthError) return sendableError(error);
  const { code, statusCode } = (error ?? {}) as ThrownError;
  if (isUnreachable(error)) return problem(['unavailable'], error);
  const known = typeof code === 'string' ? frameworkErrors[code] : undefined;
  if (known !== undefined) return problem(known, error);
  const status = typeof statusCode === 'number' ? statusCode : 500;
  const byStatus = problemCodeByStatus[status];
  if (byStatus !== undefined) return problem([byStatus], error);
  if (status < 400 || status >= 500) return problem(['internal'], error);
  return problem(
    ['validation_failed', 'The request was refused. Compare it with the reference.', status],
    error,
  );
}

function sendableError(error: ProblemError | OAuthError): ProblemError | OAuthError {
  try {
    requireSendable(error);
    return error;
  } catch (invalid) {
    // Without the error itself, because its header fields may be secret.
    const { message } = invalid as TypeError;
    return problem(['internal'], new TypeError(message, { cause: error.cause ?? error.stack }));
  }
}

function problem([code, detail, status]: ProblemArguments, cause: unknown): ProblemError {
  return new ProblemError(code, {
    cause,
    ...(code === 'unavailable' && { headers: { 'retry-after': RETRY_AFTER_SECONDS } }),
    ...(detail !== undefined && { detail }),
    ...(status !== undefined && { status }),
  });
}
