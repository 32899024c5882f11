/**
 * The caller that a credential identifies. Extend it with everything that your handlers need to know about the caller:
 * the stubs read only `kind` and `scopes`.
 *
 * @example
 * ```ts
 * interface Caller extends Principal { applicationId: string }
 * ```
 */
export interface Principal {
  /** `key` for a partner's API key, in any header; `token` for a player's access token. */
  kind: 'key' | 'token';
  /** The scopes of the credential: `key:` scopes of a key, `user:` scopes of a token. */
  scopes: ReadonlySet<string>;
}
