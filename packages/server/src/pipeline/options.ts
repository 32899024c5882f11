import type { SecuritySchemes } from '../generated/operation-types.gen.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import type { ProblemDetails } from '../reply/error-response.ts';
import type { BasicCredential } from '../request/credentials.ts';
import type { Logger } from '../request/logger.ts';
import type { Principal } from '../request/principal.ts';
import type { Handlers, Interceptor } from './handler-types.ts';

/** The credential that the stubs read from a request, for each security scheme of the document. */
export type Credential<Scheme extends keyof SecuritySchemes> = SecuritySchemes[Scheme] extends {
  scheme: 'basic';
}
  ? BasicCredential
  : string;

type Authenticate<Scheme extends keyof SecuritySchemes, P extends Principal, Raw> = (
  credential: Credential<Scheme>,
  raw: Raw,
) => Promise<P | null> | P | null;

/**
 * Finds the caller whom a credential identifies: one function for each security scheme of the document.
 * `null` means that the credential is unknown, expired, or revoked; the response is then 401. To give another
 * reason, throw a `ProblemError` with status 401; the stubs add the challenges.
 *
 * @example
 * ```ts
 * const authenticate: Authenticators<Caller> = {
 *   ApiKey: (key) => keys.find(key),
 *   AccessToken: (token) => tokens.find(token),
 *   ClientBasic: ({ username, password }) => keys.findOfClient(username, password),
 * };
 * ```
 */
export type Authenticators<P extends Principal = Principal, Raw = unknown> = {
  [Scheme in keyof SecuritySchemes]: Authenticate<Scheme, P, Raw>;
};

/**
 * The replacement of missing handlers, once a request is authenticated and validated:
 * 501, or an example of the document.
 */
export type Missing = 501 | 'example';

/** The options that do not concern single operations. */
export interface SharedOptions<P extends Principal = Principal, Raw = unknown> {
  /** A prefix for every path of the document, for example `/api/v1`; empty by default. */
  prefix?: string;
  /** A function for every security scheme. */
  authenticate: Authenticators<P, Raw>;
  /**
   * The address before the code in a problem's `type`, with its final slash. The `error_uri` of an OAuth error is
   * this address with the code as its fragment: `/docs/errors/#invalid_grant`.
   */
  problemTypeBase: string;
  /**
   * Renders the error page of an operation whose errors are pages. Default: a plain page.
   * The texts of the problem are not escaped yet.
   */
  errorPage?: (problem: ProblemDetails) => string;
  /**
   * The address of a page about deprecations. Responses with `Deprecation` then contain it as a `Link` with
   * the relation `deprecation` (RFC 9745). Default: no link.
   */
  deprecationPolicy?: string;
  /** The `realm` of `WWW-Authenticate`. Default: `partner-rating`. */
  realm?: string;
  /**
   * The address of the metadata of the protected resource (RFC 9728). The challenges of `Bearer` then contain it as
   * `resource_metadata`. Default: none.
   */
  resourceMetadata?: string;
  /**
   * Whether each response is validated against the document. An invalid response, for example with an undeclared
   * field, is logged and replaced with a 500 that lists the errors. Use it in tests and development, because it parses
   * each response again. Otherwise, undeclared fields are removed from JSON bodies.
   */
  validateResponses?: boolean;
  /**
   * Called before the stubs refuse a request without an accepted credential, or with two. Count the request
   * for its network here, and throw a `ProblemError` `rate_limited` if there are too many.
   */
  onUnidentified?: (raw: Raw) => Promise<void> | void;
  /** Counts and limits the requests of each sender. Default: no limit. */
  limits?: RateLimits<P, Raw>;
  /** Wraps every handler, after authentication and validation. */
  intercept?: Interceptor<P, Raw>;
}

/** The options of a server with a handler for every operation; a missing one is a compile error. */
export interface CompleteOptions<P extends Principal = Principal, Raw = unknown>
  extends SharedOptions<P, Raw> {
  /** A handler for every operation. */
  handlers: Handlers<P, Raw>;
  missing?: undefined;
}

/** The options of a server with handlers for only some operations. */
export interface PartialOptions<P extends Principal = Principal, Raw = unknown>
  extends SharedOptions<P, Raw> {
  /** Handlers for the operations that you implement. */
  handlers: Partial<Handlers<P, Raw>>;
  /** The answer of every other operation. */
  missing: Missing;
}

/** The options that every adapter takes. `Raw` is its type of a request. */
export type ServerOptions<P extends Principal = Principal, Raw = unknown> =
  | CompleteOptions<P, Raw>
  | PartialOptions<P, Raw>;

/** The options of the adapters without a framework's logger. */
export type PipelineOptions<P extends Principal = Principal, Raw = unknown> = ServerOptions<
  P,
  Raw
> & {
  /**
   * Where failures are logged, and `context.log` of handlers. Default: warnings and errors go to the
   * console.
   */
  log?: Logger;
};
