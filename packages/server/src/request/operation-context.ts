import type { Logger } from './logger.ts';
import type { Principal } from './principal.ts';

/** The second argument of a handler, besides the request. */
export interface OperationContext<P extends Principal | null, Raw = unknown> {
  /**
   * The caller that the credential identifies. `null` only if the document makes the credential optional; the type
   * then includes `null`.
   */
  principal: P;
  /** The id of this request (`req_…`), as in `X-Request-Id` and in `instance` of an error. */
  requestId: string;
  /** With Fastify, the request's own logger; otherwise, the logger of the options. */
  log: Logger;
  /** Aborted when the client disconnects before the response is complete. */
  signal: AbortSignal;
  /** The body as received, for example for a fingerprint of it; `undefined` if there is none. */
  bytes: Uint8Array | undefined;
  /**
   * The request of the adapter, for facts outside the document, such as the client's address:
   * a `Request`, Node's `IncomingMessage`, Hono's `Context`, or a `FastifyRequest`.
   */
  raw: Raw;
}
