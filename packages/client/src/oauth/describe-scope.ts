import { own } from '../core/own.ts';
import { scopeDescriptions } from '../generated/scopes.gen.ts';
import type { ScopeName } from '../generated/types.gen.ts';

/**
 * What a scope grants, as a text to show to a player; undefined for a string that is no scope.
 *
 * @example
 * describeScope('user:profile:email'); // 'the email address'
 */
export function describeScope(scope: ScopeName): string;
export function describeScope(scope: string): string | undefined;
export function describeScope(scope: string): string | undefined {
  return own(scopeDescriptions, scope);
}
