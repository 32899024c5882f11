import type { FastifyReply, FastifyRequest } from 'fastify';
import { abortOnClose } from '../node/abort-on-close.ts';
import type { Logger } from '../request/logger.ts';
import type { OperationContext } from '../request/operation-context.ts';
import type { Principal } from '../request/principal.ts';

/** The context of one request. Its signal is created when it is first read. */
export class FastifyContext implements OperationContext<Principal | null, FastifyRequest> {
  readonly principal: Principal | null;
  readonly requestId: string;
  readonly bytes: Uint8Array | undefined;
  readonly raw: FastifyRequest;
  readonly #reply: FastifyReply;
  #signal: AbortSignal | undefined;

  constructor(request: FastifyRequest, reply: FastifyReply, bytes: Uint8Array | undefined) {
    this.principal = request.principal;
    this.requestId = request.id;
    this.bytes = bytes;
    this.raw = request;
    this.#reply = reply;
  }

  get log(): Logger {
    return this.raw.log;
  }

  get signal(): AbortSignal {
    this.#signal ??= abortOnClose(this.#reply.raw);
    return this.#signal;
  }
}
