import type { ScopeName } from '../generated/types.gen.ts';

const descriptions: Record<ScopeName, string> = {
  'user:profile:read': 'name, location and verification status',
  'user:profile:email': 'the email address',
  'user:rating:read': 'current rating and rating splits',
  'user:rating:history': 'complete rating history',
  'user:match:submit': "submitting match results on the player's behalf",
  'user:webhook:subscribe': "receiving notifications when the player's rating changes",
};

/**
 * What a scope grants, as a text to show to a player; undefined for a string that is no scope.
 *
 * @example
 * describeScope('user:profile:email'); // 'the email address'
 */
export function describeScope(scope: ScopeName): string;
export function describeScope(scope: string): string | undefined;
export function describeScope(scope: string): string | undefined {
  return Object.hasOwn(descriptions, scope) ? descriptions[scope as ScopeName] : undefined;
}
