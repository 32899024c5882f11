import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { requestTimeoutMilliseconds } from './client-error.ts';

// Three times the largest body of the document, so that a client that is a little over the limit can send all of it.
const maxRestBytes = 16 * 1024 * 1024;

/**
 * Makes sure that an answer before the end of the body arrives, such as a 401 or a 413. If the server closed the
 * connection at once, a client that is still sending would see a broken pipe instead of
 * the answer. So the server reads and discards the rest of the body, up to 16 MiB and 30 seconds.
 */
export function discardRestAfterAnswer(request: IncomingMessage, response: ServerResponse): void {
  const { headers, httpVersionMajor } = request;
  const hasBody = headers['content-length'] !== undefined || 'transfer-encoding' in headers;
  if (!hasBody || httpVersionMajor !== 1) return;
  // Before Node's own listener, which closes the connection, or discards without limits.
  response.prependListener('finish', () => {
    if (!request.complete && !request.destroyed) discardRest(request);
  });
}

function discardRest(request: IncomingMessage): void {
  const { socket } = request;
  const { destroySoon } = socket;
  let isClosing = false;
  let length = 0;
  // Node calls it if the answer closes the connection.
  socket.destroySoon = () => {
    isClosing = true;
    socket.end();
  };
  const timer = setTimeout(() => socket.destroy(), requestTimeoutMilliseconds);
  const stopTimer = (): void => clearTimeout(timer);
  socket.once('close', stopTimer);
  request
    .on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > maxRestBytes) socket.destroy();
    })
    .once('end', () => {
      stopTimer();
      // More requests may follow on this connection.
      socket.off('close', stopTimer);
      socket.destroySoon = destroySoon;
      if (isClosing) socket.destroySoon();
    })
    .resume();
}

/** The requests that wait for `100 Continue`, and whether their connection stays open afterwards. */
const waiting = new WeakMap<IncomingMessage, boolean>();

/**
 * If a request with `Expect: 100-continue` is refused, answers with only the final status. Node would send
 * `100 Continue` before the request is checked.
 */
export function continueOnDemand(server: Server): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    if (request.httpVersionMajor === 1) {
      waiting.set(request, response.shouldKeepAlive);
      // After a refusal, the next bytes may be the body or another request.
      response.shouldKeepAlive = false;
    } else {
      response.writeContinue();
    }
    server.emit('request', request, response);
  });
}

/** Sends `100 Continue` to a client that waits for it, before the body is read. */
export function demandBody(request: IncomingMessage, response: ServerResponse): void {
  const staysOpen = waiting.get(request);
  if (staysOpen === undefined) return;
  waiting.delete(request);
  response.shouldKeepAlive = staysOpen;
  response.writeContinue();
}
