import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { sendError } from './reply/error-handler.ts';
import { plainErrorPage, problemDetails } from './reply/error-response.ts';
import { asAnswerable } from './reply/framework-errors.ts';
import { ProblemError } from './reply/problem-error.ts';
import { newRequestId } from './request/request-id.ts';

// Time for the largest body over a slow line. Without an end, senders of half a request would
// hold their connections, and the application's shutdown, for ever.
const REQUEST_TIMEOUT_MILLISECONDS = 30_000;

/** What {@link fastifyOptions} needs to know. */
export interface FastifyOptionsInput {
  /** What stands before the code in a problem's `type`, with its final slash. */
  problemTypeBase: string;
}

/** The options of `fastify()` that only its creator can set. */
export interface ErrorFormOptions {
  genReqId: () => string;
  /** A request that arrives while the application closes is still answered by its handler. */
  return503OnClosing: false;
  /** Milliseconds a request may take to arrive whole; a slower one is answered with 408. */
  requestTimeout: number;
  frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => void;
  clientErrorHandler: (error: Error & { code?: string }, socket: Socket) => void;
}

/**
 * Options for `fastify()`, so that what is refused before any plugin sees it has the document's form
 * too: an address that is not percent-encoded, a header too large, a request that is not HTTP.
 *
 * @example
 * ```ts
 * const app = fastify({ ...fastifyOptions({ problemTypeBase }), logger: true });
 * ```
 */
export function fastifyOptions({ problemTypeBase }: FastifyOptionsInput): ErrorFormOptions {
  return {
    genReqId: () => newRequestId(),
    return503OnClosing: false,
    requestTimeout: REQUEST_TIMEOUT_MILLISECONDS,
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id);
      const options = { problemTypeBase, errorPage: plainErrorPage };
      sendError(asAnswerable(error), request, reply, options);
    },
    clientErrorHandler: (error, socket) => {
      if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) {
        socket.destroy(error);
        return;
      }
      socket.end(clientErrorAnswer(clientError(error.code), problemTypeBase));
    },
  };
}

// As Node's own handler of these errors looks for an answer that is half sent.
function isAnswering(socket: Socket): boolean {
  const { _httpMessage: answer } = socket as Socket & { _httpMessage?: ServerResponse | null };
  return answer?.headersSent ?? false;
}

function clientError(code: string | undefined): ProblemError {
  if (code === 'HPE_HEADER_OVERFLOW') {
    const detail = 'The header of the request is larger than 16 KiB. Send less in it.';
    return new ProblemError('validation_failed', { detail, status: 431 });
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    const detail = 'The request did not arrive in time. Send it at once, and again.';
    return new ProblemError('validation_failed', { detail, status: 408 });
  }
  const detail = 'The request could not be read as HTTP/1.1. Check what sends it.';
  return new ProblemError('validation_failed', { detail });
}

function clientErrorAnswer(error: ProblemError, problemTypeBase: string): string {
  const requestId = newRequestId();
  const body = JSON.stringify(problemDetails(error, requestId, problemTypeBase));
  return [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'connection: close',
    '',
    body,
  ].join('\r\n');
}
