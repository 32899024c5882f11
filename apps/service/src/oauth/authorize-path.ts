import { BASE_PATH } from '../platform/configuration/dependencies.ts';

/** The path of the authorization page for a request. */
export function authorizePath(query: string): string {
  return `${BASE_PATH}/partner/oauth/authorize?${query}`;
}

// As `formatAuthorizationQuery` writes it, and no longer than an address may be.
const queryGrammar = /^[\x21-\x7e]{1,16384}$/;

/** A query for that path which came from outside; null where it is none, and no header may have it. */
export function readAuthorizationQuery(text: string | null): string | null {
  return text !== null && queryGrammar.test(text) ? text : null;
}
