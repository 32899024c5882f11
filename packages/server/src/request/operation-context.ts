import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { Principal } from './principal.ts';

/** What a handler receives besides the request. */
export interface OperationContext<P extends Principal | null> {
  /**
   * Who the credential identifies. `null` only where the document makes the credential optional (then
   * the type says so too).
   */
  principal: P;
  /** This request's id (`req_…`), as sent in `X-Request-Id` and as `instance` of an error. */
  requestId: string;
  /** The request's own logger. */
  log: FastifyBaseLogger;
  /** Aborted when the client disconnects before the response is complete. */
  signal: AbortSignal;
  /**
   * Fastify's request, for what the document does not describe, such as the client's address. Its
   * `body` has the bytes as received.
   */
  raw: FastifyRequest;
}

/** The context of one request. Its signal is created when it is first read. */
export class RequestContext implements OperationContext<Principal | null> {
  readonly principal: Principal | null;
  readonly requestId: string;
  readonly raw: FastifyRequest;
  readonly #reply: FastifyReply;
  #signal: AbortSignal | undefined;

  constructor(request: FastifyRequest, reply: FastifyReply) {
    this.principal = request.principal;
    this.requestId = request.id;
    this.raw = request;
    this.#reply = reply;
  }

  get log(): FastifyBaseLogger {
    return this.raw.log;
  }

  get signal(): AbortSignal {
    this.#signal ??= abortOnClose(this.#reply);
    return this.#signal;
  }
}

function abortOnClose({ raw: response }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  const onClose = (): void => {
    if (!response.writableFinished) controller.abort();
  };
  if (response.destroyed) onClose();
  else response.once('close', onClose);
  return controller.signal;
}
