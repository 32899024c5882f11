import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerHeaders } from './answer-headers.ts';
import { type ErrorResponseOptions, errorResponse } from './error-response.ts';
import { isUnreachable, normalizeError } from './framework-errors.ts';
import type { OAuthError } from './oauth-error.ts';
import { ProblemError } from './problem-error.ts';

/** Sends every error of the application, Fastify's own errors included, in the document's format. */
export function registerErrorHandler(app: FastifyInstance, options: ErrorResponseOptions): void {
  app.setErrorHandler((thrown, request, reply) => {
    const error = normalizeError(thrown);
    const reason = error.cause ?? error;
    // In an outage every request fails: a line for each would bury the one line that reports it.
    if (isUnreachable(reason)) request.log.debug({ err: reason }, 'request failed');
    else if (error.status >= 500) request.log.error({ err: reason }, 'request failed');
    return sendError(withBodyLimit(error, request), request, reply, options);
  });
}

/** Sends an error in the format of the request's operation. */
export function sendError(
  error: ProblemError | OAuthError,
  request: FastifyRequest,
  reply: FastifyReply,
  options: ErrorResponseOptions,
): FastifyReply {
  const response = errorResponse(error, request.operation ?? null, request.id, options);
  return reply
    .code(response.status)
    .headers(answerHeaders)
    .headers(response.headers)
    .header('content-type', response.contentType)
    .serializer(String)
    .send(response.body);
}

function withBodyLimit(
  error: ProblemError | OAuthError,
  { operation }: FastifyRequest,
): ProblemError | OAuthError {
  if (error.code !== 'body_too_large' || operation === null || error.cause === undefined)
    return error;
  return new ProblemError('body_too_large', {
    detail: `The body is larger than ${operation.bodyLimit} bytes. Send less at once.`,
    cause: error.cause,
  });
}
