import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorAnswerOptions, errorAnswer } from './error-response.ts';
import { asAnswerable, isUnreachable } from './framework-errors.ts';
import type { OAuthError } from './oauth-error.ts';
import { ProblemError } from './problem-error.ts';

/** Answers every error of the application, Fastify's own refusals included. */
export function registerErrorHandler(app: FastifyInstance, options: ErrorAnswerOptions): void {
  app.setErrorHandler((thrown, request, reply) => {
    const error = asAnswerable(thrown);
    const reason = error.cause ?? error;
    // An outage fails every request alike: a line for each would bury the one that tells of it.
    if (isUnreachable(reason)) request.log.debug({ err: reason }, 'request failed');
    else if (error.status >= 500) request.log.error({ err: reason }, 'request failed');
    return sendError(withLimit(error, request), request, reply, options);
  });
}

/** Sends an error in the form of the request's operation. */
export function sendError(
  error: ProblemError | OAuthError,
  request: FastifyRequest,
  reply: FastifyReply,
  options: ErrorAnswerOptions,
): FastifyReply {
  const answer = errorAnswer(error, request.operation ?? null, request.id, options);
  return reply
    .code(answer.status)
    .headers(answer.headers)
    .header('content-type', answer.contentType)
    .serializer(String)
    .send(answer.body);
}

function withLimit(
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
