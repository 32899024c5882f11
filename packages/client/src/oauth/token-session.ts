import { isPartnerRatingError } from '../core/errors/is-partner-rating-error.ts';
import { OAuthError } from '../core/errors/oauth-error.ts';
import type { RefreshRequest, TokenResponse } from '../generated/types.gen.ts';

/**
 * The tokens of one connection as they are kept: the answer of the token endpoint, and when its
 * access token expires. They are secrets: keep them encrypted, or where nobody else reads.
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
 * Where the tokens of one connection are kept.
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
  /** The tokens saved last; null where there are none. */
  load(): Promise<SessionTokens | null>;
  /** Keeps the tokens in place of those before; forgets them where it is given null. */
  save(tokens: SessionTokens | null): Promise<void>;
  /**
   * Does the work while nobody else who uses this store does such work. Needed where several
   * sessions share a connection, such as those of several processes: a refresh token works once, and
   * one seen again ends the connection.
   */
  lock?<Result>(work: () => Promise<Result>): Promise<Result>;
}

/**
 * What a token session is made of.
 *
 * @example
 * const options: TokenSessionOptions = { oauth: client.oauth, store };
 */
export interface TokenSessionOptions {
  /** `client.oauth` of the client that has your API key: it refreshes. */
  oauth: { refresh(request: RefreshRequest): Promise<TokenResponse> };
  /** Where the tokens are kept. */
  store: TokenStore;
}

// Time for a call to be under way, and for clocks to differ.
const earlySeconds = 60;

/**
 * Keeps one player connected: it gives the access token, and a new one shortly before it expires or
 * once the service refuses it. However many calls wait, there is one refresh at a time. Have one
 * session for each player; where there are several, as in several processes, the store needs a `lock`.
 *
 * New tokens are saved before anybody gets them. A save that fails fails the calls that wait, and the
 * next call saves once more instead of refreshing. What cannot be mended is a process that dies, or an
 * answer that is lost, after the service made new tokens and before they are saved: the refresh token
 * in the store is used then, the next refresh is `invalid_grant`, and the player has to connect again.
 * So let `save` be one quick write.
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
  #saved: SessionTokens | undefined;
  #unsaved: SessionTokens | undefined;
  #pending: Promise<SessionTokens> | undefined;

  constructor({ oauth, store }: TokenSessionOptions) {
    this.#oauth = oauth;
    this.#store = store;
  }

  /**
   * Begins with the tokens a code was exchanged for, and saves them in place of any before.
   *
   * @example
   * await session.start(await client.oauth.exchangeToken({ code, redirect_uri }));
   */
  async start(tokens: TokenResponse): Promise<void> {
    while (this.#pending) await this.#pending.catch(() => undefined);
    await this.#once(() => this.#keep(withExpiry(tokens)));
  }

  /**
   * An access token that works as far as can be told. Made for the option `accessToken` of a client,
   * which hands back a token that the service refused, and so has it replaced.
   *
   * @throws OAuthError `invalid_grant` where the connection is over or was never begun. The store is
   *   cleared then, and the player has to connect again.
   *
   * @example
   * const player = new PartnerRatingClient({ accessToken: session.accessToken, baseUrl });
   */
  readonly accessToken = async (refused?: string): Promise<string> => {
    const tokens = usable(this.#saved, refused);
    return (tokens ?? (await this.#once(() => this.#renewed(refused)))).access_token;
  };

  /** Does the work, unless some is under way: then its outcome is everybody's. */
  #once(work: () => Promise<SessionTokens>): Promise<SessionTokens> {
    if (this.#pending) return this.#pending;
    const pending = (this.#store.lock?.(work) ?? work()).finally(() => {
      this.#pending = undefined;
    });
    this.#pending = pending;
    return pending;
  }

  async #renewed(refused: string | undefined): Promise<SessionTokens> {
    if (this.#unsaved) await this.#keep(this.#unsaved);
    // Another process may have refreshed meanwhile, and what was saved late may have expired.
    const stored = await this.#store.load();
    const tokens = usable(stored, refused);
    if (tokens) {
      this.#saved = tokens;
      return tokens;
    }
    try {
      if (!stored?.refresh_token) throw connectionOver();
      const { refresh_token } = stored;
      return await this.#keep(withExpiry(await this.#oauth.refresh({ refresh_token })));
    } catch (error) {
      if (stored && isPartnerRatingError(error) && error.code === 'invalid_grant') {
        this.#saved = undefined;
        await this.#store.save(null);
      }
      throw error;
    }
  }

  async #keep(tokens: SessionTokens): Promise<SessionTokens> {
    this.#unsaved = tokens;
    await this.#store.save(tokens);
    this.#unsaved = undefined;
    this.#saved = tokens;
    return tokens;
  }
}

function withExpiry(tokens: TokenResponse): SessionTokens {
  return { ...tokens, expires_at: Math.floor(Date.now() / 1_000) + tokens.expires_in };
}

/** The tokens, unless they are about to expire or their access token is the one that was refused. */
function usable(
  tokens: SessionTokens | null | undefined,
  refused: string | undefined,
): SessionTokens | undefined {
  if (!tokens || tokens.access_token === refused) return undefined;
  // A token that lives shorter than that is not refreshed at every call.
  const early = Math.min(earlySeconds, tokens.expires_in / 2);
  return Date.now() / 1_000 < tokens.expires_at - early ? tokens : undefined;
}

function connectionOver(): OAuthError {
  return new OAuthError('The connection is over. Let the player connect again.', {
    code: 'invalid_grant',
  });
}
