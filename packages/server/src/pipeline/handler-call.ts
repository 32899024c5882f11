import type { OAuthError } from '../reply/oauth-error.ts';
import type { ProblemError } from '../reply/problem-error.ts';
import { type AnyReply, replyOf } from '../reply/reply.ts';
import type { OperationContext } from '../request/operation-context.ts';
import type { Principal } from '../request/principal.ts';
import type { Operation } from '../schema/operation-table.ts';
import type { Interceptor, OperationCall } from './handler-types.ts';

/** The result of a handler of any operation. */
export type AnyResult = AnyReply | ProblemError | OAuthError;

/** A handler of any operation, without the types of that operation. */
export type AnyHandler = (
  request: never,
  context: OperationContext<Principal | null>,
) => Promise<AnyResult> | AnyResult;

/** Returns the handler of an operation, wrapped by the interceptor if there is one. */
export function intercepted(
  operation: Operation,
  handler: AnyHandler,
  intercept: Interceptor | undefined,
): AnyHandler {
  if (intercept === undefined) return handler;
  return (request, context) =>
    intercept({ operation: operation as OperationCall['operation'], request, context }, async () =>
      replyOf(await handler(request, context)),
    );
}
