import type { ErrorDetails, PartnerRatingError } from './errors/partner-rating-error.ts';
import type { ConditionalRequestOptions, IdempotentRequestOptions } from './request-options.ts';

/** The input of an operation, in the shape of the generated types. */
export interface OperationData {
  /** The body, which is sent as JSON. */
  body?: unknown;
  /** The path parameters, by name. */
  path?: unknown;
  /** The query parameters, by name. */
  query?: unknown;
}

/**
 * An operation of the document as data: its path and method and, for the type checker, its input and
 * result. Code that only some operations need is a property, so that bundlers can drop it.
 */
export interface Operation<Data extends OperationData, Result> {
  /** Its name in the document, such as `members.get`. */
  readonly id: string;
  /** The HTTP method, in capitals. Default: GET. */
  readonly method?: string;
  /** The path under the base URL, with its parameters in braces. */
  readonly path: string;
  /** Whether the client may repeat it without an idempotency key. Default: only if its method is GET. */
  readonly safe?: boolean;
  /** The limit of the body in bytes. Default: 1 MiB. */
  readonly maxBytes?: number | undefined;
  /** Fills in the path parameters. */
  readonly fillPath?: ((path: string, parameters: unknown) => string) | undefined;
  /** Adds the body to the request, and the idempotency key if the operation takes one. */
  readonly write?: Write | undefined;
  /** Reads an error body in another format, such as that of OAuth. */
  readonly refusal?: Refusal | undefined;
  /** Never set; it only carries the types. */
  readonly types?: {
    /** The type of the input. */
    data: Data;
    /** The type of the result. */
    result: Result;
  };
}

/** A class of errors. */
export type ErrorClass = new (message: string, details: ErrorDetails) => PartnerRatingError;

/** Returns the class and the problem of an error body in another format, and undefined for other bodies. */
export type Refusal = (body: Readonly<Record<string, unknown>>) =>
  | [
      ErrorClass,
      {
        /** The kind of error, for programs. */
        code: unknown;
        /** A description of the error. */
        detail: unknown;
        /** The address of a page that explains the error. */
        type: unknown;
      },
    ]
  | undefined;

/** Adds the body to a request, and returns the idempotency key if it adds one. */
export type Write = (
  init: RequestInit & {
    /** The header fields, by name in lower case. */
    headers: Record<string, string>;
  },
  body: unknown,
  options: IdempotentRequestOptions & ConditionalRequestOptions,
  maxRetries: number,
  operation: Pick<Operation<never, unknown>, 'id' | 'maxBytes'>,
) => unknown;

/**
 * The query of an operation; a list may also be a single value.
 *
 * @example
 * const query: MembersGetQuery = { sport: 'pickleball' };
 */
export type Query<Generated> = {
  [Name in keyof Generated]: Generated[Name] extends readonly (infer Item)[] | undefined
    ? Item | readonly Item[]
    : Generated[Name];
};

/** The input of one call. */
export interface Input<Data extends OperationData> {
  /** The body, which is sent as JSON. */
  body?: Data['body'] | undefined;
  /** The path parameters, by name. */
  path?: Data['path'];
  /** The query parameters, by name; a list may be a single value. */
  query?: Query<NonNullable<Data['query']>> | undefined;
}
