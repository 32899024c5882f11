/** The closed set of what an API key may be allowed. */
export const KEY_SCOPES = [
  'key:oauth:connect',
  'key:member:read',
  'key:match:submit',
  'key:match:submit:trusted',
  'key:tournament:import',
  'key:leaderboard:read',
  'key:webhook:manage',
] as const;

/**
 * What a key gets when nothing is said: everything but submitting matches for players who have not
 * agreed, which an operator gives on purpose.
 */
export const DEFAULT_KEY_SCOPES = KEY_SCOPES.filter(
  (scope) => scope !== 'key:match:submit:trusted',
);
