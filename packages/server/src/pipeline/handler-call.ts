import type { AnyReply } from '../reply/reply.ts';
import type { OperationContext } from '../request/operation-context.ts';
import type { Principal } from '../request/principal.ts';
import type { Operation } from '../schema/operation-table.ts';
import type { Interceptor, OperationCall } from './handler-types.ts';

/** A handler of any operation, without the types of one. */
export type AnyHandler = (
  request: never,
  context: OperationContext<Principal | null>,
) => Promise<AnyReply> | AnyReply;

/** The handler of an operation, wrapped by the interceptor where there is one. */
export function intercepted(
  operation: Operation,
  handler: AnyHandler,
  intercept: Interceptor | undefined,
): AnyHandler {
  if (intercept === undefined) return handler;
  return (request, context) =>
    intercept(
      { operation: operation as OperationCall['operation'], request, context },
      async () => await handler(request, context),
    );
}
