// Authenticates, validates, and answers the calls of one operation.

import { limited, type RateLimits } from '../limits/rate-limits.ts';
import { answerHeaders } from '../reply/answer-headers.ts';
import { bodyTooLarge } from '../reply/failure.ts';
import { replyWriter } from '../reply/reply-writer.ts';
import { requireSendable } from '../reply/sendable.ts';
import {
  type AnyAuthenticators,
  authenticator,
  type OnUnidentified,
  refuseUnidentified,
} from '../request/authentication.ts';
import { challengeParameters } from '../request/challenges.ts';
import type { Logger } from '../request/logger.ts';
import type { OperationContext } from '../request/operation-context.ts';
import type { Principal } from '../request/principal.ts';
import { type ReceivedRequest, requestReader } from '../request/request-reader.ts';
import { isThenable } from '../request/thenable.ts';
import type { Operation } from '../schema/operation-table.ts';
import { type DeprecationHeaders, deprecationHeaders } from './deprecation.ts';
import { type Answer, addHeaders, BodyTooLargeError, type Exchange } from './exchange.ts';
import { type AnyHandler, type AnyResult, intercepted } from './handler-call.ts';
import type { Interceptor } from './handler-types.ts';
import type { ServerOptions } from './options.ts';
import type { ServedDocument } from './served-document.ts';

/** The options of the adapters, without their types, and with the logger for handlers. */
export type AnyOptions = ServerOptions & { log: Logger };

/** An operation with its handler. Its schemas are compiled when it is first called. */
export class ServedOperation {
  readonly operation: Operation;
  /** Header fields of every response, errors included. */
  readonly headers: Readonly<Record<string, string>>;
  readonly #log: Logger;
  readonly #authenticate: ReturnType<typeof limited>;
  readonly #onUnidentified: OnUnidentified | undefined;
  readonly #call: AnyHandler;
  readonly #whenUsed: DeprecationHeaders['whenUsed'];
  readonly #write: ReturnType<typeof replyWriter>;
  #read: ReturnType<typeof requestReader> | undefined;

  constructor(
    operation: Operation,
    handler: AnyHandler,
    options: AnyOptions,
    schemes: ServedDocument['securitySchemes'],
  ) {
    const challenge = challengeParameters(options, schemes);
    const authenticators = options.authenticate as AnyAuthenticators;
    const { always, whenUsed } = deprecationHeaders(operation, options.deprecationPolicy);
    this.operation = operation;
    this.headers = { ...answerHeaders, ...always };
    this.#log = options.log;
    this.#onUnidentified = options.onUnidentified as OnUnidentified | undefined;
    this.#authenticate = limited(
      operation,
      authenticator(operation, authenticators, challenge, this.#onUnidentified),
      options.limits as RateLimits<never, never> | undefined,
    );
    this.#call = intercepted(operation, handler, options.intercept as Interceptor | undefined);
    this.#whenUsed = whenUsed;
    // If responses are validated, an undeclared field must stay, so that it is reported as an error.
    this.#write = replyWriter(operation, !options.validateResponses);
  }

  /**
   * Authenticates and validates a request, calls the handler, and completes the answer, which already has the header
   * fields above. It is not `async`, because each promise costs as much as finding the operation.
   *
   * @throws or rejects with the error of the handler, and with `ProblemError` for a refused request.
   */
  complete(
    answer: Answer,
    exchange: Exchange,
    params: Record<string, string>,
  ): Promise<void> | undefined {
    const principal = this.#authenticate(exchange.head, exchange.raw, (headers) =>
      addHeaders(answer, headers),
    );
    if (isThenable(principal) || this.operation.body !== null) {
      return this.#receive(answer, exchange, params, principal);
    }
    return this.#handle(answer, exchange, params, principal, undefined);
  }

  async #receive(
    answer: Answer,
    exchange: Exchange,
    params: Record<string, string>,
    principal: Promise<Principal | null> | Principal | null,
  ): Promise<void> {
    const resolved = await principal;
    const bytes = this.operation.body === null ? undefined : await this.#readBody(exchange);
    await this.#handle(answer, exchange, params, resolved, bytes);
  }

  #handle(
    answer: Answer,
    exchange: Exchange,
    params: Record<string, string>,
    principal: Principal | null,
    bytes: Uint8Array | undefined,
  ): Promise<void> | undefined {
    const { head, raw } = exchange;
    this.#read ??= requestReader(this.operation);
    let received: ReceivedRequest;
    try {
      received = this.#read({ head, params, body: bytes });
    } catch (error) {
      // The credential of an OAuth client may be in the body, which cannot be read.
      const isKnown = principal !== null || this.operation.security.length === 0;
      if (isKnown || this.#onUnidentified === undefined) throw error;
      return refuseUnidentified(this.#onUnidentified, raw, error);
    }
    addHeaders(answer, this.#whenUsed?.(head, received));
    const requestId = String(answer.headers['x-request-id']);
    const context = new CallContext({ principal, requestId, log: this.#log, bytes, raw }, exchange);
    const result = this.#call(received as never, context);
    if (isThenable(result)) return result.then((reply) => this.#finish(answer, reply));
    this.#finish(answer, result);
    return undefined;
  }

  #finish(answer: Answer, result: AnyResult): void {
    const { status, contentType, headers, body } = this.#write(result);
    requireSendable({ status, headers });
    answer.status = status;
    answer.body = body;
    if (contentType !== undefined) answer.headers['content-type'] = contentType;
    addHeaders(answer, headers);
  }

  async #readBody(exchange: Exchange): Promise<Uint8Array | undefined> {
    try {
      return await exchange.readBody(this.operation.bodyLimit);
    } catch (error) {
      throw error instanceof BodyTooLargeError ? bodyTooLarge(this.operation, error) : error;
    }
  }
}

type ContextFields = Omit<OperationContext<Principal | null>, 'signal'>;

/** The context of one call. It reads its signal from the exchange only when a handler needs it. */
class CallContext implements OperationContext<Principal | null> {
  readonly principal: Principal | null;
  readonly requestId: string;
  readonly log: Logger;
  readonly bytes: Uint8Array | undefined;
  readonly raw: unknown;
  readonly #exchange: Exchange;

  constructor({ principal, requestId, log, bytes, raw }: ContextFields, exchange: Exchange) {
    this.principal = principal;
    this.requestId = requestId;
    this.log = log;
    this.bytes = bytes;
    this.raw = raw;
    this.#exchange = exchange;
  }

  get signal(): AbortSignal {
    return this.#exchange.signal;
  }
}
