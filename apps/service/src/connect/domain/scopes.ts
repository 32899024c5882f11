import { playerScopes } from '@partner-rating/server/catalogue';
import { connectTexts } from './texts.ts';

/** A scope that a player can grant. */
export type Scope = (typeof playerScopes)[number]['name'];

const descriptions: ReadonlyMap<string, string> = new Map(
  playerScopes.map(({ name, description }) => [name, description]),
);

/** Part of every request and every grant. */
const PROFILE_SCOPE = 'user:profile:read' satisfies Scope;

const EMAIL_SCOPE = 'user:profile:email' satisfies Scope;

const defaultScopes = playerScopes.filter(({ isDefault }) => isDefault).map(({ name }) => name);

/** All scopes, in the order of the consent page. */
export const allScopes: readonly Scope[] = playerScopes.map(({ name }) => name);

export function isScope(text: string): text is Scope {
  return descriptions.has(text);
}

/** Describes a scope. Undefined for a text that is not a scope. */
export function describeScope(text: string): string | undefined {
  return descriptions.get(text);
}

type RequestedScopes = { scopes: Scope[] } | { unknown: string };

/**
 * Returns the scopes of a `scope` parameter (RFC 6749 §3.3): the default scopes without a parameter, and
 * `user:profile:read` first if it is missing.
 */
export function requestedScopes(parameter: string | undefined): RequestedScopes {
  if (parameter === undefined || parameter === '') return { scopes: [...defaultScopes] };
  const asked = [...new Set(parameter.split(' '))];
  const unknown = asked.find((scope) => !isScope(scope));
  if (unknown !== undefined) return { unknown };
  return { scopes: withProfile(asked.filter(isScope)) };
}

/** Returns the scopes that a player can grant. Nobody gets the email address of a player under 16. */
export function offeredScopes(asked: readonly Scope[], player: { isProtected: boolean }): Scope[] {
  return asked.filter((scope) => !(player.isProtected && scope === EMAIL_SCOPE));
}

/** Returns the scopes that the player grants: the ticked ones, and always the profile. */
export function grantedScopes(asked: readonly Scope[], ticked: readonly string[]): Scope[] {
  return withProfile(asked.filter((scope) => ticked.includes(scope)));
}

/** Returns the scopes that are in both lists, in the order of the first. */
export function scopesInBoth(scopes: readonly string[], others: readonly string[]): Scope[] {
  return scopes.filter(isScope).filter((scope) => others.includes(scope));
}

function withProfile(scopes: Scope[]): Scope[] {
  return scopes.includes(PROFILE_SCOPE) ? scopes : [PROFILE_SCOPE, ...scopes];
}

/** The words for a scope on the consent page. */
interface ConsentWords {
  name: Scope;
  title: string;
  detail: string;
  fixed: boolean;
}

export function consentWords(name: Scope): ConsentWords {
  return { name, ...connectTexts().scopes[name], fixed: name === PROFILE_SCOPE };
}
