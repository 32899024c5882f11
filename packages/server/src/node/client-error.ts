import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { answerHeaders } from '../reply/answer-headers.ts';
import { problemDetails } from '../reply/error-response.ts';
import { ProblemError } from '../reply/problem-error.ts';
import { newRequestId } from '../request/request-id.ts';

/**
 * The time for the largest body over a slow connection. Without a timeout, clients that send half a
 * request would keep their connections open forever, and delay the shutdown.
 */
export const requestTimeoutMilliseconds = 30_000;

/**
 * Responds with problem details to a request that cannot be parsed, like `createNodeServer`. Use it for
 * your own server around `createListener`.
 *
 * @example
 * ```ts
 * server.on('clientError', (error, socket) => respondToClientError(error, socket, problemTypeBase));
 * ```
 */
export function respondToClientError(
  error: Error & { code?: string },
  socket: Duplex,
  problemTypeBase: string,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable || isResponding(socket)) {
    socket.destroy(error);
    return;
  }
  socket.end(clientErrorResponse(clientError(error.code), problemTypeBase));
}

// Node's own handler of these errors detects a partly sent response in the same way.
function isResponding(socket: Duplex): boolean {
  const { _httpMessage: response } = socket as Duplex & { _httpMessage?: ServerResponse | null };
  return response?.headersSent ?? false;
}

function clientError(code: string | undefined): ProblemError {
  if (code === 'HPE_HEADER_OVERFLOW') {
    const detail = 'The header of the request is larger than 16 KiB. Send a smaller header.';
    return new ProblemError('validation_failed', { detail, status: 431 });
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    const detail = 'The request did not arrive in time. Send it without a pause.';
    return new ProblemError('validation_failed', { detail, status: 408 });
  }
  const detail = 'The request could not be read as HTTP/1.1. Check the program that sends it.';
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
