import type { FastifyRequest } from 'fastify';
import type { SecuritySchemes } from './generated/operation-types.gen.ts';
import type { Handlers, Interceptor } from './handler-types.ts';
import type { ProblemDetails } from './reply/error-response.ts';
import type { BasicCredential } from './request/credentials.ts';
import type { Principal } from './request/principal.ts';

/** What the stubs read from a request for a security scheme of the document. */
export type Credential<Scheme extends keyof SecuritySchemes> = SecuritySchemes[Scheme] extends {
  scheme: 'basic';
}
  ? BasicCredential
  : string;

/**
 * Finds out whom a credential stands for, one function for each security scheme of the document.
 * `null` means that the credential is unknown, expired or revoked, and is answered with 401.
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
export type Authenticators<P extends Principal = Principal> = {
  [Scheme in keyof SecuritySchemes]: (
    credential: Credential<Scheme>,
    request: FastifyRequest,
  ) => Promise<P | null> | P | null;
};

/** What the plugin `partnerRatingServer` is registered with. */
export interface PartnerRatingServerOptions<P extends Principal = Principal> {
  /** What stands before every path of the document, for instance `/api/v1`; nothing by default. */
  prefix?: string;
  /** A handler for every operation. */
  handlers: Handlers<P>;
  /** A function for every security scheme. */
  authenticate: Authenticators<P>;
  /** What stands before the code in a problem's `type`, with its final slash. */
  problemTypeBase: string;
  /**
   * Makes the page of an error of an operation whose errors are pages; a plain one by default.
   * The problem's words are not escaped yet.
   */
  errorPage?: (problem: ProblemDetails) => string;
  /**
   * The address of a page on what is deprecated. Answers that announce a removal refer to it, as
   * `Link` of the relation `deprecation` (RFC 9745); none is sent by default.
   */
  deprecationPolicy?: string;
  /** The `realm` of `WWW-Authenticate`; `partner-rating` by default. */
  realm?: string;
  /**
   * Whether each answer is checked against the document; one that does not fit is logged and answered
   * as a 500 that says why. For tests and development: it costs a second parse of each answer.
   */
  validateResponses?: boolean;
  /** Stands around every handler, after authentication and validation. */
  intercept?: Interceptor<P>;
}
