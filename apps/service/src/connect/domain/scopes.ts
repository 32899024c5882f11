import { playerScopes } from '@partner-rating/server/catalogue';
import { connectTexts } from './texts.ts';

/** A scope a player can grant: the closed set of the authorization server. */
export type Scope = (typeof playerScopes)[number]['name'];

const descriptions: ReadonlyMap<string, string> = new Map(
  playerScopes.map(({ name, description }) => [name, description]),
);

/** Always part of a request and of a grant. */
const PROFILE_SCOPE = 'user:profile:read' satisfies Scope;

const EMAIL_SCOPE = 'user:profile:email' satisfies Scope;

const defaultScopes = playerScopes.filter(({ isDefault }) => isDefault).map(({ name }) => name);

/** All of them, in the order in which the consent page names them. */
export const allScopes: readonly Scope[] = playerScopes.map(({ name }) => name);

export function isScope(text: string): text is Scope {
  return descriptions.has(text);
}

/** What a scope grants; undefined for a string that is not a scope. */
export function describeScope(text: string): string | undefined {
  return descriptions.get(text);
}

type RequestedScopes = { scopes: Scope[] } | { unknown: string };

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

/** What a player can grant of what was asked: nobody gets the email address of a player under 16. */
export function offeredScopes(asked: readonly Scope[], player: { isProtected: boolean }): Scope[] {
  return asked.filter((scope) => !(player.isProtected && scope === EMAIL_SCOPE));
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

/** A scope as the consent page puts it to the player. */
interface ConsentWords {
  name: Scope;
  title: string;
  detail: string;
  fixed: boolean;
}

export function consentWords(name: Scope): ConsentWords {
  return { name, ...connectTexts().scopes[name], fixed: name === PROFILE_SCOPE };
}
