import { isPartnerRatingError } from '../core/errors/is-partner-rating-error.ts';
import { OAuthError } from '../core/errors/oauth-error.ts';
import type { RefreshRequest, TokenResponse } from '../generated/types.gen.ts';

/**
 * The stored tokens of one connection: the answer of the token endpoint, and when its access token
 * expires. They are secrets: store them encrypted, or where nobody else can read them.
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
 * const rows = new Map<string, SessionTokens>(); // in your application a table
 * const store: TokenStore = {
 *   load: async () => rows.get(playerId) ?? null,
 *   save: async (tokens) => {
 *     if (tokens) rows.set(playerId, tokens);
 *     else rows.delete(playerId);
 *   },
 * };
 */
export interface TokenStore {
  /** The tokens saved last, or null. */
  load(): Promise<SessionTokens | null>;
  /** Replaces the stored tokens; null deletes them. */
  save(tokens: SessionTokens | null): Promise<void>;
  /**
   * Runs the work under a mutex that all users of this store share. Needed where several sessions
   * share a connection, such as those of several processes: a refresh token works once, and one that
   * comes again after 30 seconds ends the connection. Where it is a transaction, have it commit also if the
   * work rejects: tokens of a connection that has ended are deleted before.
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
  /** The storage of the tokens. */
  store: TokenStore;
}

// Leaves time for a call in flight and for clock skew.
const expiryMarginSeconds = 60;

// Before a refresh that failed is tried again, while the token still works.
const retryAfterSeconds = 5;

/**
 * Keeps one player connected: it returns the access token, and refreshes it shortly before it expires
 * or once the service refuses it. Refreshes are single-flight: all waiting calls share one. Use one
 * session per player; where there are several, as in several processes, the store needs a `lock`.
 *
 * A refresh that the service cannot do now fails no call as long as the access token has not expired: it
 * is tried again in time. The client retries it besides, as any call.
 *
 * New tokens are saved before any call gets them. If `save` fails, or `lock` after it, the waiting calls
 * fail, and the next call saves again instead of refreshing, unless another process has saved others
 * meanwhile: then it uses those. A refresh whose answer was lost is retried: for 30 seconds the
 * service gives the same tokens again. One failure has no recovery: if the process dies after the service
 * issued new tokens, before they are saved, and for longer than that. The next refresh is then
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
  /** The newest tokens that this session knows, saved or not. */
  #newest: SessionTokens | undefined;
  /**
   * Until the newest are saved, the access tokens that the store may have instead, undefined for none. Any
   * other was saved by another process since, and is newer.
   */
  readonly #replaced = new Set<string | undefined>();
  #pending: Promise<SessionTokens> | undefined;
  /** Until then no refresh is tried before the token expires, in milliseconds since 1970. */
  #retryAt = 0;

  constructor({ oauth, store }: TokenSessionOptions) {
    this.#oauth = oauth;
    this.#store = store;
  }

  /**
   * Starts with the tokens that a code was exchanged for, and saves them in place of earlier ones.
   *
   * @example
   * await session.start(await client.oauth.exchangeToken({ code, redirect_uri }));
   */
  async start(tokens: TokenResponse): Promise<void> {
    while (this.#pending) await this.#pending.catch(() => undefined);
    await this.#singleFlight(async () =>
      // What cannot be read, such as what another key encrypted, is replaced all the same.
      this.#save(tokens, await this.#store.load().catch(() => this.#newest)),
    );
  }

  /**
   * Returns an access token that has not expired. Pass it as the option `accessToken` of a client,
   * which calls it with a token that the service refused, to have it replaced.
   *
   * @throws OAuthError `invalid_grant` where the connection ended or never existed. The store is then
   *   cleared, and the player has to connect again.
   *
   * @example
   * const player = new PartnerRatingClient({ accessToken: session.accessToken, baseUrl });
   */
  readonly accessToken = async (refused?: string): Promise<string> => {
    const saved = this.#replaced.size ? undefined : this.#newest;
    const tokens = usable(saved, refused, Date.now() < this.#retryAt);
    return (tokens ?? (await this.#singleFlight(() => this.#refreshed(refused)))).access_token;
  };

  /** Runs the work, or joins the run in flight and shares its outcome. */
  #singleFlight(work: () => Promise<SessionTokens>): Promise<SessionTokens> {
    this.#pending ??= (this.#store.lock?.(work) ?? work())
      .then((tokens) => {
        // Only now: the lock may be a transaction, which saves nothing if its commit fails.
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
    // Saved over newer ones, they would have a used refresh token sent again, which ends the connection.
    if (this.#newest && this.#replaced.has(stored?.access_token)) {
      stored = await this.#save(this.#newest, stored);
    } else this.#newest = undefined;
    try {
      // Another process may have refreshed meanwhile, and tokens saved late may have expired.
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

  /** Saves new tokens over those that the store has, or those that could not be saved before. */
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

/** The tokens, unless they expire soon (or have expired) or their access token is the refused one. */
function usable(
  tokens: SessionTokens | null | undefined,
  refused: string | undefined,
  untilTheEnd = false,
): SessionTokens | undefined {
  // Otherwise a short-lived token would be refreshed at every call.
  const early =
    !untilTheEnd && tokens?.refresh_token
      ? Math.min(expiryMarginSeconds, tokens.expires_in / 2)
      : 0;
  return tokens && tokens.access_token !== refused && Date.now() / 1_000 < tokens.expires_at - early
    ? tokens
    : undefined;
}
