import type { RequestOptions } from '../core/request-options.ts';
import { requestUrl } from '../core/request-url.ts';
import { type ResponsePromise, responsePromise } from '../core/response-promise.ts';
import type { Transport } from '../core/transport-settings.ts';
import type { AuthorizationRequest, AuthorizationResponse } from '../generated/types.gen.ts';
import { requestedScopes, type ScopeRequest } from '../oauth/scopes.ts';
import { OAuthOperations, showAuthorizationPath } from './oauth.gen.ts';

/**
 * The start of an authorization from your server.
 *
 * @example
 * const start: AuthorizationStart = {
 *   redirect_uri: 'https://courtside.example/callback',
 *   scope: ['user:rating:read', 'user:match:submit'],
 *   state: 'kT3nV7x2',
 * };
 */
export type AuthorizationStart = Omit<AuthorizationRequest, 'scope'> & {
  /** Default: `DEFAULT_SCOPES`. The client always adds `user:profile:read`. */
  scope?: ScopeRequest;
};

/**
 * The start of an authorization in the browser (RFC 6749 section 4.1.1).
 *
 * @example
 * const start: BrowserAuthorizationStart = {
 *   client_id: 'courtside-club',
 *   redirect_uri: 'https://courtside.example/callback',
 * };
 */
export interface BrowserAuthorizationStart {
  /** Names your application. */
  client_id: string;
  /** The URL that the player returns to: exactly one of your registered redirect URIs. */
  redirect_uri: string;
  /** Default: `DEFAULT_SCOPES`. The client always adds `user:profile:read`. */
  scope?: ScopeRequest;
  /** A random value that you store in the player's session, and compare when the player returns. */
  state?: string;
  /** The PKCE challenge (RFC 7636): the SHA-256 of your code verifier, as Base64url without padding. */
  code_challenge?: string;
}

/**
 * The operations `oauth.*`: connect players to your application and disconnect them, by the
 * authorization code grant (RFC 6749 section 4.1). They reject with an `OAuthError`.
 *
 * @example
 * const { authorization_url } = await client.oauth.authorize({
 *   redirect_uri: 'https://courtside.example/callback',
 * });
 */
export class OAuth extends OAuthOperations {
  readonly #baseUrl: string;

  /** @internal */
  constructor(send: Transport, baseUrl: string) {
    super(send);
    this.#baseUrl = baseUrl;
  }

  /**
   * Returns the URL of the authorization page, for the player's browser. Sends nothing. Prefer
   * `authorize`, whose parameters never pass through the browser.
   *
   * @throws OAuthError `invalid_scope` if a scope does not exist.
   *
   * @example
   * const url = client.oauth.getAuthorizationUrl({
   *   client_id: 'courtside-club',
   *   redirect_uri: 'https://courtside.example/callback',
   *   state: 'kT3nV7x2',
   * });
   */
  getAuthorizationUrl({ scope, ...start }: BrowserAuthorizationStart): string {
    return requestUrl(this.#baseUrl + showAuthorizationPath, {
      response_type: 'code',
      ...start,
      scope: requestedScopes(scope),
      code_challenge_method: start.code_challenge && 'S256',
    });
  }

  /**
   * Starts an authorization from your server. Send the player's browser to `authorization_url`
   * within 10 minutes. Needs an API key with `key:oauth:connect`.
   *
   * @throws OAuthError if the service refuses the authorization, or a scope does not exist.
   *
   * @example
   * const { authorization_url } = await client.oauth.authorize({
   *   redirect_uri: 'https://courtside.example/callback',
   *   scope: ['user:rating:read', 'user:match:submit'],
   *   state: 'kT3nV7x2',
   * });
   */
  override authorize(
    start: AuthorizationStart,
    options?: RequestOptions,
  ): ResponsePromise<AuthorizationResponse> {
    const answered = async () =>
      super.authorize({ ...start, scope: requestedScopes(start.scope) }, options).withResponse();
    return responsePromise(answered());
  }
}
