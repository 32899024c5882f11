import { isPartnerRatingError } from '../core/errors/is-partner-rating-error.ts';
import { OAuthError } from '../core/errors/oauth-error.ts';
import type { RefreshRequest, TokenResponse } from '../generated/types.gen.ts';

/**
 * The stored tokens of one connection: the response of the token endpoint, and when its access token
 * expires. They are secrets: encrypt them, or store them where nobody else can read them.
 *
 * @example
 * const saved: SessionTokens | null = await store.load();
 * if (saved) report('The access token expires at', new Date(saved.expires_at * 1_000));
 */
export interface SessionTokens extends TokenResponse {
  /** When the access token expires, in seconds since 1970 (a NumericDate, RFC 7519 section 2). */
  expires_at: number;
}

/**
 * The storage of the tokens of one connection.
 *
 * @example
 * const rows = new Map<string, SessionTokens>(); // in your application, a table
 * const store: TokenStore = {
 *   load: async () => rows.get(playerId) ?? null,
 *   save: async (tokens) => {
 *     if (tokens) rows.set(playerId, tokens);
 *     else rows.delete(playerId);
 *   },
 * };
 */
export interface TokenStore {
  /** Returns the tokens that were saved last, or null. */
  load(): Promise<SessionTokens | null>;
  /** Replaces the stored tokens; null deletes them. */
  save(tokens: SessionTokens | null): Promise<void>;
  /**
   * Runs the work under a mutex that all users of this store share. Several sessions for one connection need it, such
   * as the sessions of several processes: a refresh token works once, and if it is sent again after 30 seconds, all
   * tokens of the connection are revoked. If the lock is a transaction, it must commit even if the
   * work rejects, because the work may have deleted revoked tokens.
   */
  lock?<Result>(work: () => Promise<Result>): Promise<Result>;
}

/**
 * The options of a token session.
 *
 * @example
 * const options: TokenSessionOptions = { oauth: client.oauth, store };
 */
export interface TokenSessionOptions {
  /** `client.oauth` of the client with your API key, which refreshes the tokens. */
  oauth: {
    /** Exchanges a refresh token for new tokens. */
    refresh(request: RefreshRequest): Promise<TokenResponse>;
  };
  /** Stores the tokens. */
  store: TokenStore;
}

// Leaves time for a call in flight and for clock skew.
const expiryMarginSeconds = 60;

// The pause after a refresh that failed while the token still works.
const retryAfterSeconds = 5;

/**
 * Keeps one player connected: returns the access token, and refreshes it shortly before it expires
 * or after the service refuses it. Refreshes are single-flight: all waiting calls share one. Use one
 * session per player. If there are several, for example in several processes, give the store a `lock`.
 *
 * If a refresh fails while the access token is still valid, no call fails, and the session tries again later. Each
 * refresh is also retried, like every call.
 *
 * The session saves new tokens before any call gets them. If `save` fails, or `lock` after it, the waiting calls
 * fail, and the next call saves again instead of refreshing. If another process has saved newer tokens by then,
 * the session uses those. If the response of a refresh is lost, the session retries: for 30 seconds the
 * service returns the same tokens again. The session cannot recover in one case: the process dies before it saves the
 * new tokens, and does not refresh again within 30 seconds. The next refresh then fails with
 * `invalid_grant`, and the player has to connect again. So make `save` one quick write.
 *
 * @example
 * const session = new TokenSession({ oauth: client.oauth, store });
 * await session.start(await client.oauth.exchangeToken({ code, redirect_uri, code_verifier }));
 *
 * const player = new PartnerRatingClient({ accessToken: session.accessToken, baseUrl });
 * const member = await player.members.get();
 */
export class TokenSession {
  readonly #oauth: TokenSessionOptions['oauth'];
  readonly #store: TokenStore;
  /** The newest tokens that this session has, saved or not. */
  #newest: SessionTokens | undefined;
  /**
   * Empty if the newest tokens are saved. Otherwise: the access tokens that the store may still have (undefined: none).
   * If the store has any other token, another process has saved newer tokens.
   */
  readonly #replaced = new Set<string | undefined>();
  #pending: Promise<SessionTokens> | undefined;
  /** The time of the next refresh after a failure, unless the token expires first, in milliseconds since 1970. */
  #retryAt = 0;

  constructor({ oauth, store }: TokenSessionOptions) {
    this.#oauth = oauth;
    this.#store = store;
  }

  /**
   * Saves the tokens that you exchanged a code for, instead of earlier ones, and starts to use them.
   *
   * @example
   * await session.start(await client.oauth.exchangeToken({ code, redirect_uri }));
   */
  async start(tokens: TokenResponse): Promise<void> {
    while (this.#pending) await this.#pending.catch(() => undefined);
    await this.#singleFlight(async () =>
      // If the stored tokens cannot be read, for example because the key has changed, they are replaced too.
      this.#save(tokens, await this.#store.load().catch(() => this.#newest)),
    );
  }

  /**
   * Returns a valid access token. Pass this function as the option `accessToken` of a client. The client passes it
   * a token that the service refused, and the session replaces that token.
   *
   * @throws OAuthError `invalid_grant` if the connection has ended or never existed. The session then
   *   clears the store, and the player has to connect again.
   *
   * @example
   * const player = new PartnerRatingClient({ accessToken: session.accessToken, baseUrl });
   */
  readonly accessToken = async (refused?: string): Promise<string> => {
    const saved = this.#replaced.size ? undefined : this.#newest;
    const tokens = usable(saved, refused, Date.now() < this.#retryAt);
    return (tokens ?? (await this.#singleFlight(() => this.#refreshed(refused)))).access_token;
  };

  /** Runs the work, or waits for the run in flight and shares its result. */
  #singleFlight(work: () => Promise<SessionTokens>): Promise<SessionTokens> {
    this.#pending ??= (this.#store.lock?.(work) ?? work())
      .then((tokens) => {
        // Not earlier: the lock may be a transaction, which saves nothing if its commit fails.
        this.#replaced.clear();
        this.#newest = tokens;
        return tokens;
      })
      .finally(() => {
        this.#pending = undefined;
      });
    return this.#pending;
  }

  async #refreshed(refused: string | undefined): Promise<SessionTokens> {
    let stored = await this.#store.load();
    // If unsaved tokens replaced newer ones, a used refresh token would be sent again, which revokes all tokens.
    if (this.#newest && this.#replaced.has(stored?.access_token)) {
      stored = await this.#save(this.#newest, stored);
    } else this.#newest = undefined;
    try {
      // Another process may have refreshed the tokens, or they have expired before they could be saved.
      const tokens = usable(stored, refused);
      if (tokens) return tokens;
      if (!stored?.refresh_token) {
        throw new OAuthError(
          'The connection has ended, or start() was not called. Let the player connect.',
          { code: 'invalid_grant' },
        );
      }
      return await this.#save(
        await this.#oauth.refresh({ refresh_token: stored.refresh_token }),
        stored,
      );
    } catch (error) {
      if (!stored || !isPartnerRatingError(error)) throw error;
      if (error.code === 'invalid_grant') {
        this.#newest = undefined;
        await this.#store.save(null);
        throw error;
      }
      const unexpired = usable(stored, refused, true);
      if (!unexpired) throw error;
      this.#retryAt = Date.now() + (error.retryAfter ?? retryAfterSeconds) * 1_000;
      return unexpired;
    }
  }

  /** Saves new tokens, which replace the stored tokens or tokens that could not be saved. */
  async #save(
    answer: TokenResponse | SessionTokens,
    stored: SessionTokens | null | undefined,
  ): Promise<SessionTokens> {
    const expires_at = Math.floor(Date.now() / 1_000) + answer.expires_in;
    const tokens = { expires_at, ...answer };
    this.#replaced.add(stored?.access_token);
    this.#newest = tokens;
    await this.#store.save(tokens);
    return tokens;
  }
}

/** Returns the tokens, unless they expire soon (or have expired), or the service refused their access token. */
function usable(
  tokens: SessionTokens | null | undefined,
  refused: string | undefined,
  untilTheEnd = false,
): SessionTokens | undefined {
  // Otherwise a short-lived token would be refreshed for every call.
  const early =
    !untilTheEnd && tokens?.refresh_token
      ? Math.min(expiryMarginSeconds, tokens.expires_in / 2)
      : 0;
  return tokens && tokens.access_token !== refused && Date.now() / 1_000 < tokens.expires_at - early
    ? tokens
    : undefined;
}
