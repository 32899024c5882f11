import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { answerHeaders } from './reply/answer-headers.ts';
import { sendError } from './reply/error-handler.ts';
import { plainErrorPage, problemDetails } from './reply/error-response.ts';
import { normalizeError } from './reply/framework-errors.ts';
import { ProblemError } from './reply/problem-error.ts';
import { newRequestId } from './request/request-id.ts';

// Time for the largest body over a slow connection. Without a timeout, clients that send half a
// request would keep their connections open, and delay the application's shutdown, forever.
const REQUEST_TIMEOUT_MILLISECONDS = 30_000;

/** The input of {@link fastifyOptions}. */
export interface FastifyOptionsInput {
  /** The address before the code in a problem's `type`, with its final slash. */
  problemTypeBase: string;
}

/** Options that only the call of `fastify()` can set. */
export interface ErrorFormatOptions {
  genReqId: () => string;
  /** A request that arrives while the application closes is still handled. */
  return503OnClosing: false;
  /** Milliseconds in which a request must arrive completely; a slower one gets 408. */
  requestTimeout: number;
  frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => void;
  clientErrorHandler: (error: Error & { code?: string }, socket: Socket) => void;
}

/**
 * Options for `fastify()` that give errors raised before any plugin runs the document's format too:
 * an address that is not percent-encoded, a header too large, a request that is not HTTP.
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
    requestTimeout: REQUEST_TIMEOUT_MILLISECONDS,
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id);
      const options = { problemTypeBase, errorPage: plainErrorPage };
      sendError(normalizeError(error), request, reply, options);
    },
    clientErrorHandler: (error, socket) => {
      if (error.code === 'ECONNRESET' || !socket.writable || isResponding(socket)) {
        socket.destroy(error);
        return;
      }
      socket.end(clientErrorResponse(clientError(error.code), problemTypeBase));
    },
  };
}

// Node's own handler of these errors checks for a partly sent response in the same way.
function isResponding(socket: Socket): boolean {
  const { _httpMessage: response } = socket as Socket & { _httpMessage?: ServerResponse | null };
  return response?.headersSent ?? false;
}

function clientError(code: string | undefined): ProblemError {
  if (code === 'HPE_HEADER_OVERFLOW') {
    const detail = 'The header of the request is larger than 16 KiB. Send less in it.';
    return new ProblemError('validation_failed', { detail, status: 431 });
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    const detail = 'The request did not arrive in time. Send all of it without a pause.';
    return new ProblemError('validation_failed', { detail, status: 408 });
  }
  const detail = 'The request could not be read as HTTP/1.1. Check what sends it.';
  return new ProblemError('validation_failed', { detail });
}

function clientErrorResponse(error: ProblemError, problemTypeBase: string): string {
  const requestId = newRequestId();
  const body = JSON.stringify(problemDetails(error, requestId, problemTypeBase));
  return [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    ...Object.entries(answerHeaders).map(([name, value]) => `${name}: ${value}`),
    'connection: close',
    '',
    body,
  ].join('\r\n');
}
