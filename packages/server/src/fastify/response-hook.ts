import type { onSendHookHandler } from 'fastify';
import { problemDetails } from '../reply/error-response.ts';
import { responseError } from '../reply/response-check.ts';
import { pathOf } from '../request/request-head.ts';
import type { Operation } from '../schema/operation-table.ts';

/**
 * Creates an `onSend` hook that validates each response to a path of the operation. It logs an invalid response, and
 * replaces it with a 500 that lists its errors.
 */
export function responseHook(
  operation: Operation,
  problemTypeBase: string,
  isOwnPath: (path: string) => boolean,
): onSendHookHandler {
  return (request, reply, payload, done) => {
    if (!isOwnPath(pathOf(request.raw))) {
      done(null, payload);
      return;
    }
    const { statusCode: status } = reply;
    const error = responseError(operation, {
      method: request.method,
      status,
      header: (name) => reply.getHeader(name),
      body: payload === undefined || payload === null ? undefined : String(payload),
    });
    if (error === null) {
      done(null, payload);
      return;
    }
    request.log.error({ errors: error.errors, statusCode: status }, error.detail);
    reply.code(500).removeHeader('content-length');
    reply.header('content-type', 'application/problem+json');
    done(null, JSON.stringify(problemDetails(error, request.id, problemTypeBase)));
  };
}
