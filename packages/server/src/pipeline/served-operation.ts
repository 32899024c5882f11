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
import { deprecationHeaders } from './deprecation.ts';
import { type Answer, addHeaders, BodyTooLargeError, type Exchange } from './exchange.ts';
import { type AnyHandler, type AnyResult, intercepted } from './handler-call.ts';
import type { Interceptor } from './handler-types.ts';
import type { ServerOptions } from './options.ts';
import type { ServedDocument } from './served-document.ts';

/** An operation with its handler. */
export interface ServedOperation {
  operation: Operation;
  /** Header fields of every response, errors included. */
  headers: Readonly<Record<string, string>>;
  /**
   * Authenticates and validates a request, calls the handler, and completes the answer, which has the
   * header fields above by then.
   *
   * @throws or rejects with what the handler throws, and `ProblemError` for what is refused before.
   */
  complete(
    answer: Answer,
    exchange: Exchange,
    params: Record<string, string>,
  ): Promise<void> | undefined;
}

/** The adapters' options, without their types, and with the logger that their handlers get. */
export type AnyOptions = ServerOptions & { log: Logger };

/** Prepares an operation. Its schemas are compiled when it is first called. */
export function servedOperation(
  operation: Operation,
  handler: AnyHandler,
  options: AnyOptions,
  schemes: ServedDocument['securitySchemes'],
): ServedOperation {
  const { deprecationPolicy, log } = options;
  const authenticators = options.authenticate as AnyAuthenticators;
  const onUnidentified = options.onUnidentified as OnUnidentified | undefined;
  const authenticate = limited(
    operation,
    authenticator(operation, authenticators, challengeParameters(options, schemes), onUnidentified),
    options.limits as RateLimits<never, never> | undefined,
  );
  const call = intercepted(operation, handler, options.intercept as Interceptor | undefined);
  const { always, whenUsed } = deprecationHeaders(operation, deprecationPolicy);
  // Where responses are validated an undeclared field is an error, which has to be seen.
  const write = replyWriter(operation, !options.validateResponses);
  let read: ReturnType<typeof requestReader> | undefined;

  return { operation, headers: { ...answerHeaders, ...always }, complete };

  // Without `async`, since each promise of a call costs as much as finding its operation does.
  function complete(
    answer: Answer,
    exchange: Exchange,
    params: Record<string, string>,
  ): Promise<void> | undefined {
    const principal = authenticate(exchange.head, exchange.raw, (headers) =>
      addHeaders(answer, headers),
    );
    if (isThenable(principal) || operation.body !== null) {
      return receive(answer, exchange, params, principal);
    }
    return handle(answer, exchange, params, principal, undefined);
  }

  async function receive(
    answer: Answer,
    exchange: Exchange,
    params: Record<string, string>,
    principal: Promise<Principal | null> | Principal | null,
  ): Promise<void> {
    const resolved = await principal;
    const bytes = operation.body === null ? undefined : await body(exchange);
    await handle(answer, exchange, params, resolved, bytes);
  }

  function handle(
    answer: Answer,
    exchange: Exchange,
    params: Record<string, string>,
    principal: Principal | null,
    bytes: Uint8Array | undefined,
  ): Promise<void> | undefined {
    const { head, raw } = exchange;
    read ??= requestReader(operation);
    let received: ReceivedRequest;
    try {
      received = read({ head, params, body: bytes });
    } catch (error) {
      // The credential of an OAuth client may be in the body, which cannot be read.
      const isKnown = principal !== null || operation.security.length === 0;
      if (isKnown || onUnidentified === undefined) throw error;
      return refuseUnidentified(onUnidentified, raw, error);
    }
    addHeaders(answer, whenUsed?.(head, received));
    const requestId = String(answer.headers['x-request-id']);
    const context = new CallContext({ principal, requestId, log, bytes, raw }, exchange);
    const result = call(received as never, context);
    if (isThenable(result)) return result.then((reply) => finish(answer, reply));
    finish(answer, result);
    return undefined;
  }

  function finish(answer: Answer, result: AnyResult): void {
    const { status, contentType, headers, body } = write(result);
    requireSendable({ status, headers });
    answer.status = status;
    answer.body = body;
    if (contentType !== undefined) answer.headers['content-type'] = contentType;
    addHeaders(answer, headers);
  }

  async function body(exchange: Exchange): Promise<Uint8Array | undefined> {
    try {
      return await exchange.readBody(operation.bodyLimit);
    } catch (error) {
      throw error instanceof BodyTooLargeError ? bodyTooLarge(operation, error) : error;
    }
  }
}

type ContextFields = Omit<OperationContext<Principal | null>, 'signal'>;

/** The context of one call. Its signal is read from the exchange when it is first needed. */
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
