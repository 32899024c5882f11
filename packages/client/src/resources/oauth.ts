import type { RequestOptions } from '../core/request-options.ts';
import { requestUrl } from '../core/request-url.ts';
import { type PendingAnswer, pendingAnswer } from '../core/response-promise.ts';
import type { Send } from '../core/send.ts';
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
 * How an authorization is started from your server.
 *
 * @example
 * const start: AuthorizationStart = {
 *   redirect_uri: 'https://courtside.example/callback',
 *   scope: ['user:rating:read', 'user:match:submit'],
 *   state: 'kT3nV7x2',
 * };
 */
export type AuthorizationStart = Omit<AuthorizationRequest, 'scope'> & {
  /** `DEFAULT_SCOPES` where it is left out; `user:profile:read` is added where it is missing. */
  scope?: ScopeRequest;
};

/**
 * How an authorization is started in the browser (RFC 6749 section 4.1.1).
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
  /** Where the player returns to; one of your registered addresses, character for character. */
  redirect_uri: string;
  /** `DEFAULT_SCOPES` where it is left out; `user:profile:read` is added where it is missing. */
  scope?: ScopeRequest;
  /** A random value tied to the player's session, to be compared when the player returns. */
  state?: string;
  /** The PKCE challenge (RFC 7636): SHA-256 of your code verifier, base64url without padding. */
  code_challenge?: string;
}

/**
 * The operations `oauth.*`: connect players to your application and disconnect them, by the
 * authorization-code grant (RFC 6749 section 4.1). A refusal is an `OAuthError`.
 *
 * @example
 * const { authorization_url } = await client.oauth.authorize({
 *   redirect_uri: 'https://courtside.example/callback',
 * });
 */
export class OAuth {
  readonly #send: Send;
  readonly #baseUrl: string;

  /** @internal */
  constructor(send: Send, baseUrl: string) {
    this.#send = send;
    this.#baseUrl = baseUrl;
  }

  /**
   * The address of the authorization page, to send the player's browser to. Nothing is sent by this
   * method. Prefer `authorize`, whose parameters never travel through the browser.
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
   * Starts an authorization from your server. Send the player's browser to `authorization_url`
   * within 10 minutes. Needs an API key with `key:oauth:connect`.
   *
   * @throws OAuthError where the start is refused, or a scope does not exist.
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
  ): PendingAnswer<AuthorizationResponse> {
    try {
      const body = { ...start, scope: requestedScopes(start.scope) };
      return this.#send(oauthAuthorize, { body }, options);
    } catch (error) {
      return pendingAnswer(Promise.reject(error));
    }
  }

  /**
   * Exchanges the code a player brought back for an access token and a refresh token, within 60
   * seconds and once. Needs an API key of any scope.
   *
   * @throws OAuthError `invalid_grant` where the code is used, late or not yours.
   *
   * @example
   * const { access_token, player_id } = await client.oauth.exchangeToken({
   *   code: 'prc_…',
   *   redirect_uri: 'https://courtside.example/callback',
   * });
   */
  exchangeToken(request: TokenRequest, options?: RequestOptions): PendingAnswer<TokenResponse> {
    // The service answers in the dialect of the request, and this one is JSON.
    return this.#send(
      oauthExchangeToken,
      { body: request },
      options,
    ) as PendingAnswer<TokenResponse>;
  }

  /**
   * Turns a refresh token into a new access token and a new refresh token. A refresh token works
   * once: store the new one first. Needs an API key of any scope.
   *
   * @throws OAuthError `invalid_grant` where the refresh token is used, expired or revoked.
   *
   * @example
   * const { access_token, refresh_token } = await client.oauth.refresh({ refresh_token: 'prr_…' });
   */
  refresh(request: RefreshRequest, options?: RequestOptions): PendingAnswer<TokenResponse> {
    return this.#send(oauthRefresh, { body: request }, options);
  }

  /**
   * Disconnects a player from your application: every token of the connection ends. Needs an API
   * key of any scope.
   *
   * @example
   * await client.oauth.revoke({ player_id: 'mem_01jq8z6v3mfb7s4d2k9c5x1ha0' });
   */
  revoke(request: RevocationRequest, options?: RequestOptions): PendingAnswer<RevocationResponse> {
    return this.#send(oauthRevoke, { body: request }, options);
  }

  /**
   * Names every scope a player can grant, as the service describes them today.
   *
   * @example
   * const { scopes } = await client.oauth.listScopes();
   */
  listScopes(options?: RequestOptions): PendingAnswer<ScopeList> {
    return this.#send(oauthListScopes, {}, options);
  }
}
