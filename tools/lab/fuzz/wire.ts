// Sends the requests of the fuzz test over HTTP, without a client that would correct them.

import { Agent, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { WireRequest } from './requests.ts';

/** A response of the service. */
export interface WireAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

// Much longer than any response takes. A request that takes longer fails, because the service hangs.
const TIMEOUT_MILLISECONDS = 20_000;

const agent = new Agent({ keepAlive: true, maxSockets: 4 });

/**
 * Sends the request byte for byte, and rejects if there is no response. The server may close an
 * idle connection while the request is sent (RFC 9112 §9.5). Then a new connection sends it again.
 */
export async function send(baseUrl: string, wire: WireRequest): Promise<WireAnswer> {
  const { method, target, headers, body } = wire;
  const { promise, resolve, reject } = Promise.withResolvers<WireAnswer>();
  const url = new URL(baseUrl);
  const sent = request(
    {
      agent,
      method,
      host: url.hostname,
      port: url.port,
      path: `${url.pathname.replace(/\/$/, '')}${target}`,
      headers: { ...headers, ...(body !== null && { 'content-length': body.length }) },
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    },
    (response) => {
      buffer(response)
        .then((bytes) => {
          const { statusCode: status = 0 } = response;
          resolve({ status, headers: response.headers, body: bytes.toString() });
        })
        .catch(reject);
    },
  );
  sent.on('error', (error: NodeJS.ErrnoException) => {
    if (sent.reusedSocket && error.code === 'ECONNRESET') resolve(send(baseUrl, wire));
    else reject(error);
  });
  sent.end(body ?? undefined);
  return await promise;
}
