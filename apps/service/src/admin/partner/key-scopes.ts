import { keyScopes } from '@partner-rating/server/catalogue';

type KeyScope = (typeof keyScopes)[number]['name'];

/** What an API key may be allowed: a closed list. */
export const KEY_SCOPES: readonly KeyScope[] = keyScopes.map(({ name }) => name);

/**
 * What a key gets when nothing is said: everything but submitting matches for players who have not
 * agreed, which an operator gives on purpose.
 */
export const DEFAULT_KEY_SCOPES: readonly KeyScope[] = keyScopes
  .filter(({ isDefault }) => isDefault)
  .map(({ name }) => name);
