import type { FastifyReply, FastifyRequest } from 'fastify';
import { bodyReader } from './body.ts';
import type { DeprecationAnnouncements } from './deprecation.ts';
import { validationFailed } from './faults.ts';
import type {
  AnyReply,
  Interceptor,
  OperationCall,
  OperationContext,
  Principal,
} from './handler-types.ts';
import { RequestContext } from './operation-context.ts';
import type { Operation } from './operation-table.ts';
import { headerReader, pathReader, queryReader } from './parameters.ts';
import type { FaultItem } from './problem-error.ts';
import { isPromise } from './promise.ts';
import { replySender } from './reply-sender.ts';
import { rawQuery } from './url-encoded.ts';

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

function requestReader(
  operation: Operation,
): (request: FastifyRequest) => OperationCall['request'] {
  if (operation.errorFormat === 'html') {
    const rest = { path: {}, headers: {}, contentType: undefined, body: undefined };
    return (request) => ({ ...rest, query: rawQuery(request.raw.url ?? '') });
  }
  const readPath = pathReader(operation);
  const readQuery = queryReader(operation);
  const readHeaders = headerReader(operation);
  const readBody = bodyReader(operation);
  return (request) => {
    const faults: FaultItem[] = [];
    const path = readPath(request, faults);
    const query = readQuery(request, faults);
    const headers = readHeaders(request, faults);
    const { contentType, body } = readBody(request, faults);
    if (faults.length > 0) throw validationFailed(faults);
    return { path, query, headers, contentType, body };
  };
}
