import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { Principal } from './principal.ts';

/** What a handler knows besides the request. */
export interface OperationContext<P extends Principal | null> {
  /**
   * Whom the credential stands for. `null` only where the document lets a request come without one
   * (then the type says so too).
   */
  principal: P;
  /** This request's id (`req_…`), as sent in `X-Request-Id` and as `instance` of an error. */
  requestId: string;
  /** The request's own logger. */
  log: FastifyBaseLogger;
  /** Aborted when the caller goes away before the answer is complete. */
  signal: AbortSignal;
  /**
   * Fastify's request, for what the document does not speak of, such as the caller's address. Its
   * `body` holds the bytes as they came.
   */
  raw: FastifyRequest;
}

/** The context of one request. Its signal is made when it is first asked for. */
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
    this.#signal ??= abortedWithout(this.#reply);
    return this.#signal;
  }
}

function abortedWithout({ raw: response }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  const onClose = (): void => {
    if (!response.writableFinished) controller.abort();
  };
  if (response.destroyed) onClose();
  else response.once('close', onClose);
  return controller.signal;
}
