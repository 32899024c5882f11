import { OAuthError } from '../core/errors/oauth-error.ts';
import { own } from '../core/own.ts';
import { defaultScopes, scopeDescriptions, scopes } from '../generated/scopes.gen.ts';
import type { ScopeName } from '../generated/types.gen.ts';

/**
 * Every scope a player can grant; a closed set.
 *
 * @example
 * const choices = SCOPES.map((scope) => ({ scope, label: describeScope(scope) }));
 */
export const SCOPES: readonly ScopeName[] = scopes;

/**
 * The scopes of an authorization that names none.
 *
 * @example
 * const scope = [...DEFAULT_SCOPES, 'user:match:submit'] as const;
 */
export const DEFAULT_SCOPES: readonly [ScopeName, ScopeName] = defaultScopes;

/**
 * Returns whether a string is one of the scopes.
 *
 * @example
 * const known = ['user:rating:read', 'profile:read'].filter(isScope); // the first of the two
 */
export function isScope(value: string): value is ScopeName {
  return SCOPES.includes(value as ScopeName);
}

/**
 * Returns what a scope grants, as a text to show to players, or undefined for a string that is not a scope.
 *
 * @example
 * describeScope('user:profile:email'); // 'the email address'
 */
export function describeScope(scope: ScopeName): string;
export function describeScope(scope: string): string | undefined;
export function describeScope(scope: string): string | undefined {
  return own(scopeDescriptions, scope);
}

/**
 * The scopes to request: one scope, a list, or a space-separated string (RFC 6749 section 3.3).
 *
 * @example
 * const scope: ScopeRequest = ['user:rating:read', 'user:match:submit'];
 */
export type ScopeRequest = ScopeName | (string & {}) | readonly ScopeName[];

/**
 * Returns the scopes to send, separated by spaces: the default scopes if none is named, and always
 * `user:profile:read` first.
 *
 * @throws OAuthError `invalid_scope` if a scope does not exist.
 */
export function requestedScopes(scope: ScopeRequest = []): string {
  const named = typeof scope === 'string' ? scope.split(' ').filter(Boolean) : scope;
  const unknown = named.find((name) => !isScope(name));
  if (unknown !== undefined) {
    const message = unknown.includes(',')
      ? `Separate scopes by spaces, not by commas. You sent "${unknown}".`
      : `There is no scope "${unknown}". The scopes are ${SCOPES.join(', ')}.`;
    throw new OAuthError(message, { code: 'invalid_scope' });
  }
  const [profile] = DEFAULT_SCOPES;
  const asked = named[0] ? named : DEFAULT_SCOPES;
  return [...new Set(asked.includes(profile) ? asked : [profile, ...asked])].join(' ');
}
