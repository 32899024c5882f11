import type { OperationId, OperationTypes } from '../generated/operation-types.gen.ts';
import type { AnyReply, OperationParts, ResultOf } from '../reply/reply.ts';
import type { OperationContext } from '../request/operation-context.ts';
import type { Principal } from '../request/principal.ts';
import type { ReceivedRequest } from '../request/request-reader.ts';
import type { Operation } from '../schema/operation-table.ts';

/**
 * The input of a handler: the parts of the request, validated against the document.
 *
 * - Parameters have the types of the document (`limit` is a number, `ids` a list) and its
 *   defaults; header parameters have lower-case names.
 * - The body is exactly as it was sent: nothing is coerced, defaulted, or dropped. If an
 *   operation accepts several media types, `contentType` says which one was sent.
 * - If the errors of an operation are pages, the request is not validated: `query` is what the client sent.
 */
export type OperationRequest<Id extends OperationId> = RequestOf<OperationTypes[Id]>;

/** The input of a handler for an operation of any document. */
export type RequestOf<Parts extends OperationParts> = {
  path: Parts['path'];
  query: Parts['query'];
  headers: Parts['headers'];
} & Parts['content'];

/** The principal that a handler receives: it can be `null` only if the credential is optional. */
export type PrincipalOf<
  Id extends OperationId,
  P extends Principal,
> = OperationTypes[Id]['credential'] extends 'required' ? P : P | null;

/**
 * The implementation of one operation. Its caller is authenticated and has the scopes, and its
 * request is valid. It returns a documented reply or error, or throws `ProblemError` or
 * `OAuthError`.
 *
 * A handler that reads `context.raw` names its type, `Handler<'members.get', Caller, FastifyRequest>`, and
 * then works only with that adapter. Any other handler works with every adapter.
 *
 * @example
 * ```ts
 * const get: Handler<'members.get', Caller> = async ({ query }, { principal }) => {
 *   const member = await members.find(query.memberId, principal.applicationId);
 *   if (!member) return problem('not_found');
 *   return { status: 200, body: member };
 * };
 * ```
 */
export type Handler<
  Id extends OperationId,
  P extends Principal = Principal,
  Raw = unknown,
> = HandlerOf<OperationTypes[Id], P, Raw>;

/** A handler of an operation of any document: `HandlerOf<AdminOperations['partners.list'], Operator>`. */
export type HandlerOf<Parts extends OperationParts, P extends Principal, Raw = unknown> = (
  request: RequestOf<Parts>,
  context: OperationContext<Parts['credential'] extends 'required' ? P : P | null, Raw>,
) => Promise<ResultOf<Parts>> | ResultOf<Parts>;

/** A handler for every operation of the document; a missing one is a compile error. */
export type Handlers<P extends Principal = Principal, Raw = unknown> = {
  [Id in OperationId]: Handler<Id, P, Raw>;
};

export interface OperationCall<P extends Principal = Principal, Raw = unknown> {
  operation: Operation & { readonly id: OperationId };
  request: ReceivedRequest;
  context: OperationContext<P | null, Raw>;
}

/**
 * Wraps every handler, after authentication and validation: for idempotency keys, metrics, or
 * tracing. It returns the reply of `next`, or another reply.
 */
export type Interceptor<P extends Principal = Principal, Raw = unknown> = (
  call: OperationCall<P, Raw>,
  next: () => Promise<AnyReply>,
) => Promise<AnyReply>;
