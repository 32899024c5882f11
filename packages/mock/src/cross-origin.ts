import type { IncomingMessage } from 'node:http';

/**
 * Lets a page of any origin call the mock (Fetch standard, CORS protocol). The service does not, because its
 * keys belong on servers. `*` means every header except Authorization, which must be named.
 */
export const crossOrigin = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': '*',
};

/** The header fields of the answer to a preflight request. */
export const preflight = {
  'access-control-allow-headers': '*, Authorization',
  'access-control-allow-methods': 'GET, POST, PUT, DELETE',
  'access-control-max-age': '7200',
};

/** Returns whether a request is a preflight. Any other OPTIONS gets the answer of the service. */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}
