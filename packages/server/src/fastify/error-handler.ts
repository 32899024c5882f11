import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerHeaders } from '../reply/answer-headers.ts';
import { type ErrorResponseOptions, errorResponse } from '../reply/error-response.ts';
import { logFailure, withBodyLimit } from '../reply/failure.ts';
import type { OAuthError } from '../reply/oauth-error.ts';
import type { ProblemError } from '../reply/problem-error.ts';
import { normalizeFastifyError } from './framework-errors.ts';

/** Sends every error of the application, including Fastify's own errors, in the document's format. */
export function registerErrorHandler(app: FastifyInstance, options: ErrorResponseOptions): void {
  app.setErrorHandler((thrown, request, reply) => {
    const error = normalizeFastifyError(thrown);
    logFailure(error, request.log);
    return sendError(withBodyLimit(error, request.operation), request, reply, options);
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
