import type { OperationId, OperationTypes } from '../generated/operation-types.gen.ts';
import type { AnyReply, OperationParts, ResultOf } from '../reply/reply.ts';
import type { OperationContext } from '../request/operation-context.ts';
import type { Principal } from '../request/principal.ts';
import type { ReceivedRequest } from '../request/request-reader.ts';
import type { Operation } from '../schema/operation-table.ts';

/**
 * What a handler receives: the parts of the request, validated against the document.
 *
 * - Parameters have the type the document gives them (`limit` is a number, `ids` a list) and the
 *   document's defaults; header parameters have lower-case names.
 * - The body is exactly what was sent: nothing in it is coerced, defaulted or dropped. Where an
 *   operation takes several media types, `contentType` says which body it is.
 * - An operation whose errors are pages is not validated: its `query` is what the client sent.
 */
export type OperationRequest<Id extends OperationId> = RequestOf<OperationTypes[Id]>;

/** The same, of an operation of any document. */
export type RequestOf<Parts extends OperationParts> = {
  path: Parts['path'];
  query: Parts['query'];
  headers: Parts['headers'];
} & Parts['content'];

/** The principal a handler receives: may be `null` only where the credential is optional. */
export type PrincipalOf<
  Id extends OperationId,
  P extends Principal,
> = OperationTypes[Id]['credential'] extends 'required' ? P : P | null;

/**
 * The implementation of one operation. It is called with an authenticated caller that has the
 * scopes, and a valid request; it returns a documented reply or error, or throws `ProblemError` or
 * `OAuthError`.
 *
 * One that reads `context.raw` names its type, `Handler<'members.get', Caller, FastifyRequest>`, and
 * then fits the adapter that has it; any other fits every adapter.
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

/** The same, of an operation of any document: `HandlerOf<AdminOperations['partners.list'], Operator>`. */
export type HandlerOf<Parts extends OperationParts, P extends Principal, Raw = unknown> = (
  request: RequestOf<Parts>,
  context: OperationContext<Parts['credential'] extends 'required' ? P : P | null, Raw>,
) => Promise<ResultOf<Parts>> | ResultOf<Parts>;

/** A handler for every operation of the document; a missing one is a compile error. */
export type Handlers<P extends Principal = Principal, Raw = unknown> = {
  [Id in OperationId]: Handler<Id, P, Raw>;
};

/**
 * One call of an operation, before its handler.
 */
export interface OperationCall<P extends Principal = Principal, Raw = unknown> {
  operation: Operation & { readonly id: OperationId };
  request: ReceivedRequest;
  context: OperationContext<P | null, Raw>;
}

/**
 * Wraps every handler, after authentication and validation: for idempotency keys, metrics or
 * tracing. It returns the reply of `next`, or another one.
 */
export type Interceptor<P extends Principal = Principal, Raw = unknown> = (
  call: OperationCall<P, Raw>,
  next: () => Promise<AnyReply>,
) => Promise<AnyReply>;
