import { own } from '../core/own.ts';
import { scopeDescriptions } from '../generated/scopes.gen.ts';
import type { ScopeName } from '../generated/types.gen.ts';

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
