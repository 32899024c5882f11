import { OAuthError } from './errors/oauth-error.ts';
import type { ScopeName } from './generated/types.gen.ts';

const descriptions: Record<ScopeName, string> = {
  'user:profile:read': 'name, location and verification status',
  'user:profile:email': 'the email address',
  'user:rating:read': 'current rating and rating splits',
  'user:rating:history': 'complete rating history',
  'user:match:submit': "submitting match results on the player's behalf",
  'user:webhook:subscribe': "receiving notifications when the player's rating changes",
};

/**
 * Every scope a player can grant: the closed set the service accepts.
 *
 * @example
 * const choices = SCOPES.map((scope) => ({ scope, label: describeScope(scope) }));
 */
export const SCOPES: readonly ScopeName[] = /* @__PURE__ */ Object.keys(
  descriptions,
) as ScopeName[];

/**
 * What is asked for where no scope is named.
 *
 * @example
 * const scope = [...DEFAULT_SCOPES, 'user:match:submit'] as const;
 */
export const DEFAULT_SCOPES: readonly ScopeName[] = ['user:profile:read', 'user:rating:read'];

/**
 * Whether a string is one of the scopes.
 *
 * @example
 * const granted = request.scopes.filter(isScope);
 */
export function isScope(value: string): value is ScopeName {
  return Object.hasOwn(descriptions, value);
}

/**
 * What a scope grants, in words to show to a player; undefined for a string that is no scope.
 *
 * @example
 * describeScope('user:profile:email'); // 'the email address'
 */
export function describeScope(scope: ScopeName): string;
export function describeScope(scope: string): string | undefined;
export function describeScope(scope: string): string | undefined {
  return isScope(scope) ? descriptions[scope] : undefined;
}

/** Scopes to ask for: a list, or a string with spaces between them (RFC 6749 section 3.3). */
export type ScopeRequest = string | readonly ScopeName[];

/**
 * The scopes that are really asked for, with spaces between them: the default ones where none is
 * named, and `user:profile:read` in front where it is missing.
 *
 * @throws OAuthError `invalid_scope` where one does not exist.
 */
export function requestedScopes(scope: ScopeRequest = []): string {
  const named = typeof scope === 'string' ? scope.split(' ').filter((name) => name !== '') : scope;
  const unknown = named.find((name) => !isScope(name));
  if (unknown !== undefined) {
    throw new OAuthError(
      `There is no scope "${unknown}". Name scopes of SCOPES, with single spaces between them.`,
      { code: 'invalid_scope' },
    );
  }
  if (named.length === 0) return DEFAULT_SCOPES.join(' ');
  const withProfile = named.includes('user:profile:read') ? named : ['user:profile:read', ...named];
  return [...new Set(withProfile)].join(' ');
}
