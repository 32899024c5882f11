import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DeprecationHeaders } from '../pipeline/deprecation.ts';
import type { AnyHandler } from '../pipeline/handler-call.ts';
import { replyWriter, type WrittenReply } from '../reply/reply-writer.ts';
import { requireSendable } from '../reply/sendable.ts';
import { type OnUnidentified, refuseUnidentified } from '../request/authentication.ts';
import { type ReceivedRequest, requestReader } from '../request/request-reader.ts';
import { isThenable } from '../request/thenable.ts';
import type { Operation } from '../schema/operation-table.ts';
import { FastifyContext } from './context.ts';

/** The work of an operation's route besides its handler. */
export interface OperationRouteOptions {
  whenUsed: DeprecationHeaders['whenUsed'];
  onUnidentified?: OnUnidentified | undefined;
  /** Whether replies lose their undeclared fields. */
  dropsUndeclared: boolean;
}

/** Creates the Fastify handler of an operation: validate, call the handler, send its reply. */
export function operationRoute(
  operation: Operation,
  handler: AnyHandler,
  { whenUsed, onUnidentified, dropsUndeclared }: OperationRouteOptions,
): (request: FastifyRequest, reply: FastifyReply) => void {
  const read = requestReader(operation);
  const write = replyWriter(operation, dropsUndeclared);
  // Not `async`, so that the reply of a synchronous handler is sent without another tick.
  return (request, reply) => {
    const head = request.raw;
    const body = request.body instanceof Uint8Array ? request.body : undefined;
    let received: ReceivedRequest;
    try {
      received = read({ head, params: request.params as Record<string, string>, body });
    } catch (error) {
      // The credential of an OAuth client may be in the body, which cannot be read.
      const isKnown = request.principal !== null || operation.security.length === 0;
      if (isKnown || onUnidentified === undefined) throw error;
      refuseUnidentified(onUnidentified, request, error).catch((refusal) => reply.send(refusal));
      return;
    }
    const headers = whenUsed?.(head, received);
    if (headers !== undefined) reply.headers(headers);
    const result = handler(received as never, new FastifyContext(request, reply, body));
    if (!isThenable(result)) {
      send(reply, write(result));
      return;
    }
    result
      .then((resolved) => send(reply, write(resolved)))
      .catch((thrown: unknown) => {
        reply.send(
          thrown instanceof Error
            ? thrown
            : new Error('A value that is not an Error was thrown', { cause: thrown }),
        );
      });
  };
}

function send(reply: FastifyReply, { status, headers, contentType, body }: WrittenReply): void {
  requireSendable({ status, headers });
  reply.code(status);
  if (contentType !== undefined) reply.header('content-type', contentType);
  if (headers !== undefined) reply.headers(headers);
  // Without a serializer, Fastify would add a charset, which JSON does not have (RFC 8259 §11).
  if (body !== undefined) reply.serializer(String);
  reply.send(body);
}
