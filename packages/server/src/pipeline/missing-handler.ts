import { ProblemError } from '../reply/problem-error.ts';
import type { Operation } from '../schema/operation-table.ts';
import type { AnyHandler } from './handler-call.ts';
import type { Missing } from './options.ts';

/** The handlers of a server that may implement only some operations. */
export interface GivenHandlers {
  readonly handlers: object;
  readonly missing?: Missing | undefined;
}

/**
 * Returns the handler of an operation, or the replacement of a missing handler.
 * @throws if the handler and its replacement are missing.
 */
export function handlerOf(operation: Operation, { handlers, missing }: GivenHandlers): AnyHandler {
  const handler = (handlers as { readonly [id: string]: AnyHandler | undefined })[operation.id];
  if (handler !== undefined) return handler;
  if (missing === 'example') return async () => await exampleReply(operation);
  if (missing === 501) {
    return () => {
      throw notImplemented(operation);
    };
  }
  throw new Error(
    `The operation ${operation.id} has no handler. Add one to \`handlers\`, or set \`missing\`.`,
  );
}

// Loaded only on request, because the examples are as large as the stubs.
async function exampleReply(operation: Operation) {
  const { exampleReplies } = await import('../generated/example-replies.gen.ts');
  const reply = exampleReplies[operation.id];
  if (reply === undefined) throw notImplemented(operation);
  return reply;
}

function notImplemented({ id }: Operation): ProblemError {
  const detail = `This server does not implement ${id} yet. Leave the operation out until it does.`;
  return new ProblemError('unavailable', { detail, status: 501 });
}
