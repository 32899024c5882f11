import type { ClientSend } from '../core/client-send.ts';
import type { RequestOptions } from '../core/request-options.ts';
import { requestUrl } from '../core/request-url.ts';
import { type ResponsePromise, responsePromise } from '../core/response-promise.ts';
import type {
  AuthorizationRequest,
  AuthorizationResponse,
  RefreshRequest,
  RevocationRequest,
  RevocationResponse,
  ScopeList,
  TokenRequest,
  TokenResponse,
} from '../generated/types.gen.ts';
import { requestedScopes, type ScopeRequest } from '../oauth/scopes.ts';
import {
  oauthAuthorize,
  oauthExchangeToken,
  oauthListScopes,
  oauthRefresh,
  oauthRevoke,
  oauthShowAuthorization,
} from '../operations/operations.gen.ts';

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
  /** Default: `DEFAULT_SCOPES`. `user:profile:read` is added where it is missing. */
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
  /** The slug of your application. */
  client_id: string;
  /** Where the player returns to: exactly one of your registered redirect URIs. */
  redirect_uri: string;
  /** Default: `DEFAULT_SCOPES`. `user:profile:read` is added where it is missing. */
  scope?: ScopeRequest;
  /** A random value from the player's session, to compare when the player returns. */
  state?: string;
  /** The PKCE challenge (RFC 7636): SHA-256 of your code verifier, base64url without padding. */
  code_challenge?: string;
}

/**
 * The operations `oauth.*`: connect players to your application and disconnect them, by the
 * authorization code grant (RFC 6749 section 4.1). A refusal is an `OAuthError`.
 *
 * @example
 * const { authorization_url } = await client.oauth.authorize({
 *   redirect_uri: 'https://courtside.example/callback',
 * });
 */
export class OAuth {
  readonly #send: ClientSend;
  readonly #baseUrl: string;

  /** @internal */
  constructor(send: ClientSend, baseUrl: string) {
    this.#send = send;
    this.#baseUrl = baseUrl;
  }

  /**
   * Builds the URL of the authorization page, for the player's browser. Sends nothing. Prefer
   * `authorize`, whose parameters never pass through the browser.
   *
   * @throws OAuthError `invalid_scope` where a scope does not exist.
   *
   * @example
   * const url = client.oauth.getAuthorizationUrl({
   *   client_id: 'courtside-club',
   *   redirect_uri: 'https://courtside.example/callback',
   *   state: 'kT3nV7x2',
   * });
   */
  getAuthorizationUrl({ scope, ...start }: BrowserAuthorizationStart): string {
    return requestUrl(this.#baseUrl + oauthShowAuthorization.path, {
      response_type: 'code',
      ...start,
      scope: requestedScopes(scope),
      code_challenge_method: start.code_challenge && 'S256',
    });
  }

  /**
   * Starts an authorization from your server. ClientSend the player's browser to `authorization_url`
   * within 10 minutes. Needs an API key with `key:oauth:connect`.
   *
   * @throws OAuthError where the authorization is refused or a scope does not exist.
   *
   * @example
   * const { authorization_url } = await client.oauth.authorize({
   *   redirect_uri: 'https://courtside.example/callback',
   *   scope: ['user:rating:read', 'user:match:submit'],
   *   state: 'kT3nV7x2',
   * });
   */
  authorize(
    start: AuthorizationStart,
    options?: RequestOptions,
  ): ResponsePromise<AuthorizationResponse> {
    try {
      const body = { ...start, scope: requestedScopes(start.scope) };
      return this.#send(oauthAuthorize, { body }, options);
    } catch (error) {
      return responsePromise(Promise.reject(error));
    }
  }

  /**
   * Exchanges the authorization code for an access token and a refresh token, once and within 60
   * seconds. Needs an API key of any scope.
   *
   * @throws OAuthError `invalid_grant` where the code is used, expired or not yours.
   *
   * @example
   * const { access_token, player_id } = await client.oauth.exchangeToken({
   *   code: 'prc_…',
   *   redirect_uri: 'https://courtside.example/callback',
   * });
   */
  exchangeToken(request: TokenRequest, options?: RequestOptions): ResponsePromise<TokenResponse> {
    // The format of the answer is that of the request, here JSON.
    return this.#send(
      oauthExchangeToken,
      { body: request },
      options,
    ) as ResponsePromise<TokenResponse>;
  }

  /**
   * Exchanges a refresh token for a new access token and a new refresh token. A refresh token works
   * once: store the new one first. Needs an API key of any scope.
   *
   * @throws OAuthError `invalid_grant` where the refresh token is used, expired or revoked.
   *
   * @example
   * const { access_token, refresh_token } = await client.oauth.refresh({ refresh_token: 'prr_…' });
   */
  refresh(request: RefreshRequest, options?: RequestOptions): ResponsePromise<TokenResponse> {
    return this.#send(oauthRefresh, { body: request }, options);
  }

  /**
   * Disconnects a player from your application: every token of the connection ends. Needs an API
   * key of any scope.
   *
   * @example
   * await client.oauth.revoke({ player_id: 'mem_01jq8z6v3mfb7s4d2k9c5x1ha0' });
   */
  revoke(
    request: RevocationRequest,
    options?: RequestOptions,
  ): ResponsePromise<RevocationResponse> {
    return this.#send(oauthRevoke, { body: request }, options);
  }

  /**
   * Lists every scope a player can grant, as the service describes them.
   *
   * @example
   * const { scopes } = await client.oauth.listScopes();
   */
  listScopes(options?: RequestOptions): ResponsePromise<ScopeList> {
    return this.#send(oauthListScopes, {}, options);
  }
}
