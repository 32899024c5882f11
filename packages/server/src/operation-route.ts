import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DeprecationHeaders } from './deprecation.ts';
import type { Interceptor, OperationCall } from './handler-types.ts';
import type { AnyReply } from './reply/reply.ts';
import { replySender } from './reply/reply-sender.ts';
import { type OperationContext, RequestContext } from './request/operation-context.ts';
import type { Principal } from './request/principal.ts';
import { requestReader } from './request/request-reader.ts';
import { isThenable } from './request/thenable.ts';
import type { Operation } from './schema/operation-table.ts';

/** A handler of any operation, without the types of one. */
export type AnyHandler = (
  request: never,
  context: OperationContext<Principal | null>,
) => Promise<AnyReply> | AnyReply;

/** What an operation's route does besides its handler. */
export interface OperationRouteOptions {
  intercept: Interceptor | undefined;
  addWhenUsed: DeprecationHeaders['addWhenUsed'];
  /** Whether undeclared fields of a reply are left out. */
  dropsUndeclared: boolean;
}

/** Creates the Fastify handler of an operation: validate, call the handler, send its reply. */
export function operationRoute(
  operation: Operation,
  handler: AnyHandler,
  { intercept, addWhenUsed, dropsUndeclared }: OperationRouteOptions,
): (request: FastifyRequest, reply: FastifyReply) => void {
  const read = requestReader(operation);
  const send = replySender(operation, dropsUndeclared);
  const call = intercept ? intercepted(operation, handler, intercept) : handler;
  // Without `async`, so that the reply of a synchronous handler is sent without a tick in between.
  return (request, reply) => {
    const received = read(request);
    addWhenUsed?.(request, received, reply);
    const result = call(received as never, new RequestContext(request, reply));
    if (!isThenable(result)) {
      send(reply, result);
      return;
    }
    result
      .then((resolved) => send(reply, resolved))
      .catch((thrown: unknown) => {
        reply.send(
          thrown instanceof Error
            ? thrown
            : new Error('A value that is not an Error was thrown', { cause: thrown }),
        );
      });
  };
}

function intercepted(
  operation: Operation,
  handler: AnyHandler,
  intercept: Interceptor,
): AnyHandler {
  return (request, context) =>
    intercept(
      { operation: operation as OperationCall['operation'], request, context },
      async () => await handler(request, context),
    );
}
