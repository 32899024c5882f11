import type { OperationId, OperationTypes } from './generated/operation-types.gen.ts';
import type { AnyReply, Reply } from './reply/reply.ts';
import type { OperationContext } from './request/operation-context.ts';
import type { Principal } from './request/principal.ts';
import type { ReceivedRequest } from './request/request-reader.ts';
import type { Operation } from './schema/operation-table.ts';

/**
 * What a handler is given: the request's parts, validated against the document.
 *
 * - Parameters have the type the document gives them (`limit` is a number, `ids` a list) and the
 *   document's defaults; header parameters are found by their lower-case name.
 * - The body is exactly what was sent: nothing in it is coerced, defaulted or dropped. Where an
 *   operation takes several media types, `contentType` tells which body it is.
 * - An operation whose errors are pages is not validated: its `query` is what the address bar held.
 */
export type OperationRequest<Id extends OperationId> = {
  path: OperationTypes[Id]['path'];
  query: OperationTypes[Id]['query'];
  headers: OperationTypes[Id]['headers'];
} & OperationTypes[Id]['content'];

/** The principal an operation's handler is given: may be `null` only where a credential is optional. */
export type PrincipalOf<
  Id extends OperationId,
  P extends Principal,
> = OperationTypes[Id]['credential'] extends 'required' ? P : P | null;

/**
 * The implementation of one operation. It is called with an authenticated caller that holds the
 * scopes, and a valid request; it returns an answer or throws `ProblemError` or `OAuthError`.
 *
 * @example
 * ```ts
 * const get: Handler<'members.get', Caller> = async ({ query }, { principal }) => {
 *   const member = await members.find(query.memberId, principal.applicationId);
 *   if (!member) throw new ProblemError('not_found');
 *   return { status: 200, body: member };
 * };
 * ```
 */
export type Handler<Id extends OperationId, P extends Principal = Principal> = (
  request: OperationRequest<Id>,
  context: OperationContext<PrincipalOf<Id, P>>,
) => Promise<Reply<Id>> | Reply<Id>;

/** A handler for every operation of the document: one that is missing does not compile. */
export type Handlers<P extends Principal = Principal> = {
  [Id in OperationId]: Handler<Id, P>;
};

/**
 * One call on its way to its handler. The bytes of its body, as they came, are in
 * `context.raw.body`, for instance to tell one request from another.
 */
export interface OperationCall<P extends Principal = Principal> {
  operation: Operation & { readonly id: OperationId };
  request: ReceivedRequest;
  context: OperationContext<P | null>;
}

/**
 * Stands around every handler, after authentication and validation; the place for idempotency keys,
 * metrics or tracing. It answers with what `next` gives, or with a reply of its own.
 */
export type Interceptor<P extends Principal = Principal> = (
  call: OperationCall<P>,
  next: () => Promise<AnyReply>,
) => Promise<AnyReply>;
