import type { ErrorDetails, PartnerRatingError } from './errors/partner-rating-error.ts';
import type { IdempotentRequestOptions } from './request-options.ts';

/** What an operation takes, in the shape the types are generated in. */
export interface OperationData {
  /** What is sent as JSON. */
  body?: unknown;
  /** The path parameters, by name. */
  path?: unknown;
  /** The query parameters, by name. */
  query?: unknown;
}

/**
 * An operation of the document: where it is and, for the type checker, what passes through it. What
 * only some operations need hangs on these, so that a bundle of the others is without it.
 */
export interface Operation<Data extends OperationData, Answer> {
  /** Its name in the document, such as `members.get`. */
  readonly id: string;
  /** The HTTP method, in capitals; GET where it is left out. */
  readonly method?: string;
  /** Where it is under the base address, with its path parameters in braces. */
  readonly path: string;
  /** Whether it changes nothing (RFC 9110 section 9.2.1), although its method may. */
  readonly safe?: true;
  /** Puts the path parameters in their places. */
  readonly fillPath?: (path: string, parameters: unknown) => string;
  /** Puts the body into the request, and what else a write needs. */
  readonly write?: Write;
  /** The error of a refusal in a form of the operation's own. */
  readonly refusal?: (body: object, details: ErrorDetails) => PartnerRatingError | undefined;
  /** Never set: it ties the types to the operation. */
  readonly types?: { data: Data; answer: Answer };
}

/** Adds to a request that is about to be sent, and gives the idempotency key where it adds one. */
export type Write = (
  init: RequestInit & { headers: Record<string, string> },
  body: unknown,
  options: IdempotentRequestOptions,
  maxRetries: number,
) => unknown;

/**
 * A query as a caller may write it: a list also as a single value.
 *
 * @example
 * const query: MembersGetQuery = { memberId: '10482', sport: 'pickleball' };
 */
export type Query<Generated> = {
  [Name in keyof Generated]: Generated[Name] extends readonly (infer Item)[] | undefined
    ? Item | readonly Item[]
    : Generated[Name];
};

/** What an operation is given. */
export interface Input<Data extends OperationData> {
  /** What is sent as JSON. */
  body?: Data['body'] | undefined;
  /** The path parameters, by name. */
  path?: Data['path'];
  /** The query parameters, by name; a list may be a single value. */
  query?: Query<NonNullable<Data['query']>> | undefined;
}
