import { BASE_PATH } from '../platform/configuration/dependencies.ts';

/** The path of the authorization page for a request. */
export function authorizePath(query: string): string {
  return `${BASE_PATH}/partner/oauth/authorize?${query}`;
}
