import { OAuthError } from './oauth-error.ts';
import { type ProblemCode, ProblemError } from './problem-error.ts';

/** What an error thrown by Fastify, a plugin or a handler may look like. */
interface ThrownError {
  code?: unknown;
  statusCode?: unknown;
}

/** Time for a load balancer to turn to another instance, or for a database to come back. */
const RETRY_AFTER_SECONDS = '5';

type Refusal = [code: ProblemCode, detail?: string, status?: number];

const fastifyRefusals: { readonly [code: string]: Refusal } = {
  FST_ERR_BAD_URL: [
    'validation_failed',
    'The path of the address is not percent-encoded UTF-8. Encode it, for example é as %C3%A9.',
  ],
  FST_ERR_MAX_PARAM_LENGTH: [
    'validation_failed',
    'A part of the path is longer than any identifier. Check the address.',
    414,
  ],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'validation_failed',
    'The body is not as long as Content-Length says. Send the whole body.',
  ],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['malformed_json'],
  FST_ERR_CTP_INVALID_JSON_BODY: ['malformed_json'],
  FST_ERR_HANDLER_TIMEOUT: ['unavailable'],
};

const codeByStatus: { readonly [status: number]: ProblemCode } = {
  401: 'unauthenticated',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'body_too_large',
  415: 'unsupported_media_type',
  429: 'rate_limited',
  503: 'unavailable',
};

// What a handler relies on cannot be reached: codes of Node's sockets and of PostgreSQL
// (its error classes 08, 53 and 57P, connection, resources and shutdown).
const unreachable =
  /^(?:ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|08...|53...|57P..)$/;

/**
 * Whether an error says that something a handler relies on, such as its database, cannot be reached
 * at the moment: the stubs answer it with 503 and `Retry-After`. For pages and jobs of your own.
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
 * Any error as one that can be answered. What is neither ours nor a refusal of Fastify or a plugin
 * is `internal`: its own words are for the log only.
 */
export function asAnswerable(error: unknown): ProblemError | OAuthError {
  if (error instanceof ProblemError || error instanceof OAuthError) return error;
  const { code, statusCode } = (error ?? {}) as ThrownError;
  if (isUnreachable(error)) return refusal(['unavailable'], error);
  const known = typeof code === 'string' ? fastifyRefusals[code] : undefined;
  if (known !== undefined) return refusal(known, error);
  const status = typeof statusCode === 'number' ? statusCode : 500;
  const byStatus = codeByStatus[status];
  if (byStatus !== undefined) return refusal([byStatus], error);
  if (status < 400 || status >= 500) return refusal(['internal'], error);
  return refusal(
    ['validation_failed', 'The request was refused. Compare it with the reference.', status],
    error,
  );
}

function refusal([code, detail, status]: Refusal, cause: unknown): ProblemError {
  return new ProblemError(code, {
    cause,
    ...(code === 'unavailable' && { headers: { 'retry-after': RETRY_AFTER_SECONDS } }),
    ...(detail !== undefined && { detail }),
    ...(status !== undefined && { status }),
  });
}
