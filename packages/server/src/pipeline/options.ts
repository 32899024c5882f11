import type { SecuritySchemes } from '../generated/operation-types.gen.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import type { ProblemDetails } from '../reply/error-response.ts';
import type { BasicCredential } from '../request/credentials.ts';
import type { Logger } from '../request/logger.ts';
import type { Principal } from '../request/principal.ts';
import type { Handlers, Interceptor } from './handler-types.ts';

/** What the stubs read from a request for a security scheme of the document. */
export type Credential<Scheme extends keyof SecuritySchemes> = SecuritySchemes[Scheme] extends {
  scheme: 'basic';
}
  ? BasicCredential
  : string;

/** The schemes that a server may leave out: tokens that are bound to a key (DPoP, RFC 9449). */
type OptionalScheme = {
  [Scheme in keyof SecuritySchemes]: SecuritySchemes[Scheme] extends { scheme: 'dpop' }
    ? Scheme
    : never;
}[keyof SecuritySchemes];

type Authenticate<Scheme extends keyof SecuritySchemes, P extends Principal, Raw> = (
  credential: Credential<Scheme>,
  raw: Raw,
) => Promise<P | null> | P | null;

/**
 * Finds out who a credential identifies: one function for each security scheme of the document.
 * `null` means that the credential is unknown, expired or revoked; the response is then 401. For another
 * reason, or another code of status 401, throw a `ProblemError`: the challenges are added.
 *
 * Without `DpopToken`, access tokens are taken as `Bearer` only. With it, check the proof in the header
 * `DPoP`, which is in `raw`, and refuse with `AccessToken` the tokens that are bound to a key.
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
  [Scheme in Exclude<keyof SecuritySchemes, OptionalScheme>]: Authenticate<Scheme, P, Raw>;
} & {
  [Scheme in OptionalScheme]?: Authenticate<Scheme, P, Raw>;
};

/**
 * What answers the operations without a handler, once their requests are authenticated and validated:
 * 501, or an example of the document.
 */
export type Missing = 501 | 'example';

/** The options that have nothing to do with single operations. */
export interface SharedOptions<P extends Principal = Principal, Raw = unknown> {
  /** A prefix for every path of the document, for instance `/api/v1`; empty by default. */
  prefix?: string;
  /** A function for every security scheme. */
  authenticate: Authenticators<P, Raw>;
  /** The address before the code in a problem's `type`, with its final slash. */
  problemTypeBase: string;
  /**
   * Renders the error page of an operation whose errors are pages; a plain page by default.
   * The problem's texts are not escaped yet.
   */
  errorPage?: (problem: ProblemDetails) => string;
  /**
   * The address of a page about deprecations. Responses with `Deprecation` link to it, as `Link` of
   * the relation `deprecation` (RFC 9745); no link is sent by default.
   */
  deprecationPolicy?: string;
  /** The `realm` of `WWW-Authenticate`; `partner-rating` by default. */
  realm?: string;
  /**
   * The address of the metadata of the protected resource (RFC 9728), which the challenges of `Bearer` then name as
   * `resource_metadata`; none by default.
   */
  resourceMetadata?: string;
  /**
   * The algorithms of proofs, such as `ES256`, which the challenges of `DPoP` then name as `algs`
   * (RFC 9449 section 7.1); none by default.
   */
  dpopAlgorithms?: readonly string[];
  /**
   * Whether each response is validated against the document; an invalid one is logged and replaced by
   * a 500 that lists the errors, an undeclared field among them. For tests and development: it parses
   * each response again. Otherwise undeclared fields are left out of JSON bodies.
   */
  validateResponses?: boolean;
  /**
   * Called before a request is refused that has no credential its operation takes, or two of them. Count it
   * for its network here, and throw a `ProblemError` of the code `rate_limited` if there are too many.
   */
  onUnidentified?: (raw: Raw) => Promise<void> | void;
  /** Counts and limits requests by who sends them; without it there is no limit. */
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

/** The options of a server with handlers for some operations. */
export interface PartialOptions<P extends Principal = Principal, Raw = unknown>
  extends SharedOptions<P, Raw> {
  /** A handler for each operation that you implement. */
  handlers: Partial<Handlers<P, Raw>>;
  /** What answers every other operation. */
  missing: Missing;
}

/** The options that every adapter takes. `Raw` is what it has as the request. */
export type ServerOptions<P extends Principal = Principal, Raw = unknown> =
  | CompleteOptions<P, Raw>
  | PartialOptions<P, Raw>;

/** The options of the adapters without a framework's logger. */
export type PipelineOptions<P extends Principal = Principal, Raw = unknown> = ServerOptions<
  P,
  Raw
> & {
  /**
   * Where failures are logged, and `context.log` of handlers; warnings and errors go to the console by
   * default.
   */
  log?: Logger;
};
