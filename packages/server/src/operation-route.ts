import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DeprecationAnnouncements } from './deprecation.ts';
import type { Interceptor, OperationCall } from './handler-types.ts';
import type { AnyReply } from './reply/reply.ts';
import { replySender } from './reply/reply-sender.ts';
import { type OperationContext, RequestContext } from './request/operation-context.ts';
import type { Principal } from './request/principal.ts';
import { requestReader } from './request/request-reader.ts';
import { isPromise } from './request/thenable.ts';
import type { Operation } from './schema/operation-table.ts';

/** A handler of any operation, as the run time sees it. */
export type AnyHandler = (
  request: never,
  context: OperationContext<Principal | null>,
) => Promise<AnyReply> | AnyReply;

/** Makes the Fastify handler of an operation: validate, call the handler, send its reply. */
export function operationRoute(
  operation: Operation,
  handler: AnyHandler,
  intercept: Interceptor | undefined,
  announceUse: DeprecationAnnouncements['announceUse'],
): (request: FastifyRequest, reply: FastifyReply) => void {
  const read = requestReader(operation);
  const send = replySender(operation);
  const call = intercept ? intercepted(operation, handler, intercept) : handler;
  // Without `async`, so that a handler that answers at once is answered at once.
  return (request, reply) => {
    const received = read(request);
    announceUse?.(request, received, reply);
    const answer = call(received as never, new RequestContext(request, reply));
    if (!isPromise(answer)) {
      send(reply, answer);
      return;
    }
    answer
      .then((resolved) => send(reply, resolved))
      .catch((thrown: unknown) => {
        reply.send(
          thrown instanceof Error
            ? thrown
            : new Error('Not an error was thrown', { cause: thrown }),
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
