import type { OperationId, OperationTypes } from '../generated/operation-types.gen.ts';
import { OAuthError, type OAuthErrorCode, type OAuthFailure } from './oauth-error.ts';
import { type Problem, type ProblemCode, ProblemError } from './problem-error.ts';
import type { RenderedJson } from './rendered-json.ts';

/** The types of an operation, generated from a document. */
export interface OperationParts {
  path: unknown;
  query: unknown;
  headers: unknown;
  content: { contentType: string | undefined; body: unknown };
  reply: unknown;
  /** The codes of problems, by status. */
  problems: object;
  oauthErrors: object;
  credential: 'required' | 'optional' | 'none';
}

/** The header fields of a response, besides the header fields that the stubs send. */
export type ReplyHeaders = Record<string, string | string[]>;

// A response that a handler may return: its JSON body may be rendered, and it may have header fields besides
// the documented header fields of its status.
type Returned<Documented> = Documented extends { status: infer Status; body?: infer Body }
  ? ReturnedBody<Status, Body> & ReturnedHeaders<Documented>
  : never;

type ReturnedBody<Status, Body> = [Body] extends [undefined]
  ? { status: Status; body?: undefined }
  : { status: Status; body: Body extends string ? Body : Body | RenderedJson<Body> };

type ReturnedHeaders<Documented> = Documented extends { headers: infer Headers }
  ? { headers: Headers & ReplyHeaders }
  : Documented extends { headers?: infer Headers }
    ? { headers?: Headers & ReplyHeaders }
    : never;

/**
 * One of the documented responses of an operation that are not errors of the catalogue, with the
 * header fields of its status. A JSON body may be a {@link RenderedJson} of its type.
 *
 * @example
 * ```ts
 * const reply: Reply<'oauth.listScopes'> = { status: 200, body: { scopes: [] } };
 * ```
 */
export type Reply<Id extends OperationId> = ReplyOf<OperationTypes[Id]>;

/** The replies of an operation of any document. */
export type ReplyOf<Parts extends OperationParts> = Returned<Parts['reply']>;

type CodeOf<ByStatus, Status, Codes> = ByStatus[keyof ByStatus & Status] & Codes;

/**
 * The codes of the documented problems of an operation, or only those of one status.
 *
 * @example
 * ```ts
 * type Conflict = ProblemCodeOf<'matches.replace', 409>; // 'match_conflict' | 'match_voided'
 * ```
 */
export type ProblemCodeOf<Id extends OperationId, Status extends number = number> = CodeOf<
  OperationTypes[Id]['problems'],
  Status,
  ProblemCode
>;

/** The codes of the documented OAuth errors of an operation. */
export type OAuthErrorCodeOf<Id extends OperationId, Status extends number = number> = CodeOf<
  OperationTypes[Id]['oauthErrors'],
  Status,
  OAuthErrorCode
>;

/** The result of a handler: a documented response, or a documented error. */
export type Result<Id extends OperationId> = ResultOf<OperationTypes[Id]>;

/** The result of a handler for an operation of any document. */
export type ResultOf<Parts extends OperationParts> =
  | ReplyOf<Parts>
  | Problem<CodeOf<Parts['problems'], number, ProblemCode>>
  | OAuthFailure<CodeOf<Parts['oauthErrors'], number, OAuthErrorCode>>;

/** Returns the reply of a handler. @throws the error, if the handler returned one. */
export function replyOf(result: AnyReply | ProblemError | OAuthError): AnyReply {
  if (result instanceof ProblemError || result instanceof OAuthError) throw result;
  return result;
}

/** A reply of any operation, as an `Interceptor` sees it. */
export interface AnyReply {
  status: number;
  body?: unknown;
  headers?: ReplyHeaders;
}
