/** A scope a player can grant: the closed set of the authorization server. */
export type Scope =
  | 'user:profile:read'
  | 'user:profile:email'
  | 'user:rating:read'
  | 'user:rating:history'
  | 'user:match:submit'
  | 'user:webhook:subscribe';

// The order is the one in which the consent page names them.
const descriptions: ReadonlyMap<string, string> = new Map<Scope, string>([
  ['user:profile:read', 'name, location and verification status'],
  ['user:profile:email', 'the email address'],
  ['user:rating:read', 'current rating and rating splits'],
  ['user:rating:history', 'complete rating history'],
  ['user:match:submit', "submitting match results on the player's behalf"],
  ['user:webhook:subscribe', "receiving notifications when the player's rating changes"],
]);

/** Always part of a request and of a grant. */
export const PROFILE_SCOPE = 'user:profile:read' satisfies Scope;

const defaultScopes: readonly Scope[] = [PROFILE_SCOPE, 'user:rating:read'];

export const allScopes: readonly Scope[] = [...descriptions.keys()].filter(isScope);

export function isScope(text: string): text is Scope {
  return descriptions.has(text);
}

/** What a scope grants; undefined for a string that is not a scope. */
export function describeScope(text: string): string | undefined {
  return descriptions.get(text);
}

export type RequestedScopes = { scopes: Scope[] } | { unknown: string };

/**
 * The scopes that a space-delimited `scope` parameter asks for (RFC 6749 §3.3): the default set
 * when there is none, `user:profile:read` added at the front when it is missing.
 */
export function requestedScopes(parameter: string | undefined): RequestedScopes {
  if (parameter === undefined || parameter === '') return { scopes: [...defaultScopes] };
  const asked = [...new Set(parameter.split(' '))];
  const unknown = asked.find((scope) => !isScope(scope));
  if (unknown !== undefined) return { unknown };
  return { scopes: withProfile(asked.filter(isScope)) };
}

/** What the player grants of what was asked: the ticked ones, and always the profile. */
export function grantedScopes(asked: readonly Scope[], ticked: readonly string[]): Scope[] {
  return withProfile(asked.filter((scope) => ticked.includes(scope)));
}

/** The scopes of one set, in its order, that the other holds too. */
export function scopesInBoth(scopes: readonly string[], others: readonly string[]): Scope[] {
  return scopes.filter(isScope).filter((scope) => others.includes(scope));
}

function withProfile(scopes: Scope[]): Scope[] {
  return scopes.includes(PROFILE_SCOPE) ? scopes : [PROFILE_SCOPE, ...scopes];
}
