import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { OperationContext, Principal } from './handler-types.ts';

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
