import type { Logger } from './logger.ts';
import type { Principal } from './principal.ts';

/** What a handler receives besides the request. */
export interface OperationContext<P extends Principal | null, Raw = unknown> {
  /**
   * Who the credential identifies. `null` only where the document makes the credential optional (then
   * the type says so too).
   */
  principal: P;
  /** This request's id (`req_…`), as sent in `X-Request-Id` and as `instance` of an error. */
  requestId: string;
  /** The request's own logger with Fastify, and the one of the options otherwise. */
  log: Logger;
  /** Aborted when the client disconnects before the response is complete. */
  signal: AbortSignal;
  /** The body as received, for instance to compute a fingerprint of it; `undefined` where there is none. */
  bytes: Uint8Array | undefined;
  /**
   * The request of the adapter, for what the document does not describe, such as the client's address:
   * a `Request`, Node's `IncomingMessage`, Hono's `Context` or a `FastifyRequest`.
   */
  raw: Raw;
}
