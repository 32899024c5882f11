import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { requestTimeoutMilliseconds, respondToClientError } from '../node/client-error.ts';
import { plainErrorPage } from '../reply/error-response.ts';
import { newRequestId } from '../request/request-id.ts';
import { sendError } from './error-handler.ts';
import { normalizeFastifyError } from './framework-errors.ts';

/** The input of {@link fastifyOptions}. */
export interface FastifyOptionsInput {
  /** The address before the code in a problem's `type`, with its final slash. */
  problemTypeBase: string;
}

/** Options that only `fastify()` accepts. */
export interface ErrorFormatOptions {
  genReqId: () => string;
  /** Requests that arrive while the application closes are still handled. */
  return503OnClosing: false;
  /** Milliseconds in which a request must arrive completely; a slower request gets 408. */
  requestTimeout: number;
  frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => void;
  clientErrorHandler: (error: Error & { code?: string }, socket: Socket) => void;
}

/**
 * Returns options for `fastify()`, so that errors before any plugin runs also have the document's format:
 * an address that is not percent-encoded, a header that is too large, or a request that is not HTTP.
 *
 * @example
 * ```ts
 * const app = fastify({ ...fastifyOptions({ problemTypeBase }), logger: true });
 * ```
 */
export function fastifyOptions({ problemTypeBase }: FastifyOptionsInput): ErrorFormatOptions {
  return {
    genReqId: () => newRequestId(),
    return503OnClosing: false,
    requestTimeout: requestTimeoutMilliseconds,
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id);
      const options = { problemTypeBase, errorPage: plainErrorPage };
      sendError(normalizeFastifyError(error), request, reply, options);
    },
    clientErrorHandler: (error, socket) => respondToClientError(error, socket, problemTypeBase),
  };
}
