import type { OperationId, OperationTypes } from '../generated/operation-types.gen.ts';
import type { RenderedJson } from './rendered-json.ts';

/** Header fields of a response, besides those the stubs send themselves. */
export type ReplyHeaders = Record<string, string | string[]>;

type OrRendered<Documented> = Documented extends { status: infer Status; body: infer Body }
  ? { status: Status; body: Body extends string ? Body : Body | RenderedJson<Body> }
  : Documented;

/**
 * What a handler returns: one of the documented responses that are not errors of the catalogue. A
 * JSON body may be a {@link RenderedJson} of its type. Errors are thrown, as `ProblemError` or
 * `OAuthError`.
 *
 * @example
 * ```ts
 * const reply: Reply<'oauth.listScopes'> = { status: 200, body: { scopes: [] } };
 * ```
 */
export type Reply<Id extends OperationId> = OrRendered<OperationTypes[Id]['reply']> & {
  headers?: ReplyHeaders;
};

/** A reply of any operation, as an `Interceptor` sees it. */
export interface AnyReply {
  status: number;
  body?: unknown;
  headers?: ReplyHeaders;
}
