import type { IncomingMessage } from 'node:http';

/**
 * Lets a page of any origin call the mock (Fetch standard, CORS protocol). The service does not: its
 * keys belong on servers. `*` stands for every header but Authorization, which has to be named.
 */
export const crossOrigin = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': '*',
};

/** What a browser is answered that asks whether it may. */
export const preflight = {
  'access-control-allow-headers': '*, Authorization',
  'access-control-allow-methods': 'GET, POST, PUT, DELETE',
  'access-control-max-age': '7200',
};

/** Whether a browser asks; any other OPTIONS is answered as the service does. */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}
