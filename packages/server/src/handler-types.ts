import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { OperationTypes } from './generated/operation-types.gen.ts';
import type { Operation } from './operation-table.ts';
import type { RenderedJson } from './rendered-json.ts';

/** Every `operationId` of the document. */
export type OperationId = keyof OperationTypes;

/**
 * Whom a credential stands for. Extend it with whatever your handlers need to know of the caller:
 * the stubs read only `kind` and `scopes`.
 *
 * @example
 * ```ts
 * interface Caller extends Principal { applicationId: string }
 * ```
 */
export interface Principal {
  /** `key` for a partner's API key, however it was sent; `token` for a player's access token. */
  kind: 'key' | 'token';
  /** The scopes the credential holds: `key:` scopes of a key, `user:` scopes of a token. */
  scopes: ReadonlySet<string>;
}

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

/** What a handler knows besides the request. */
export interface OperationContext<P extends Principal | null> {
  /**
   * Whom the credential stands for. `null` only where the document lets a request come without one
   * (then the type says so too).
   */
  principal: P;
  /** This request's id (`req_…`), as sent in `X-Request-Id` and as `instance` of an error. */
  requestId: string;
  /** The request's own logger. */
  log: FastifyBaseLogger;
  /** Aborted when the caller goes away before the answer is complete. */
  signal: AbortSignal;
  /**
   * Fastify's request, for what the document does not speak of, such as the caller's address. Its
   * `body` holds the bytes as they came.
   */
  raw: FastifyRequest;
}

/** Header fields of an answer, besides those the stubs send themselves. */
export type ReplyHeaders = Record<string, string | string[]>;

type OrRendered<Documented> = Documented extends { status: infer Status; body: infer Body }
  ? { status: Status; body: Body extends string ? Body : Body | RenderedJson<Body> }
  : Documented;

/**
 * What a handler answers: one of the documented answers that are not errors of the catalogue. Where
 * the body is JSON, it may be a {@link RenderedJson} of its type. Errors are thrown, as
 * `ProblemError` or `OAuthError`.
 *
 * @example
 * ```ts
 * const reply: Reply<'oauth.listScopes'> = { status: 200, body: { scopes: [] } };
 * ```
 */
export type Reply<Id extends OperationId> = OrRendered<OperationTypes[Id]['reply']> & {
  headers?: ReplyHeaders;
};

/** A reply of any operation, as an {@link Interceptor} sees it. */
export interface AnyReply {
  status: number;
  body?: unknown;
  headers?: ReplyHeaders;
}

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
  request: {
    path: unknown;
    query: unknown;
    headers: unknown;
    contentType: string | undefined;
    body: unknown;
  };
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
