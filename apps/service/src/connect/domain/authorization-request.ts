import type { Scope } from './scopes.ts';
import { connectTexts } from './texts.ts';

/** A valid authorization request, started in either way. */
export interface AuthorizationRequest {
  application: { id: string; clientId: string; name: string };
  redirectUri: string;
  scopes: Scope[];
  state: string | null;
  codeChallenge: string | null;
  /** The hash that consumes a request of the partner's server. Null for any other request. */
  handleHash: Uint8Array | null;
  /** When a request of the partner's server was decided. Null before that, and for any other request. */
  decidedAt: Date | null;
  /** The query string that leads to this request again. */
  query: string;
}

/** An invalid request whose error is sent to the application by a redirect. */
interface InvalidRequest {
  redirectUri: string;
  state: string | null;
  error: string;
  description: string;
}

/** Why the player sees an error page without a redirect. */
export type PageError =
  | { reason: 'client' }
  | { reason: 'suspended'; applicationName: string }
  | { reason: 'redirect'; applicationName: string }
  | { reason: 'reference'; applicationName: string }
  | { reason: 'expired'; applicationName: string };

export type ReadRequest =
  | { kind: 'valid'; request: AuthorizationRequest }
  | { kind: 'invalid'; request: InvalidRequest }
  | { kind: 'page'; error: PageError };

export const REQUEST_URI_PREFIX = 'urn:ietf:params:oauth:request_uri:';

/** Returns the handle in a `request_uri` of this service (RFC 9126 §2.2). Null for any other. */
export function handleOf(requestUri: string): string | null {
  const handle = requestUri.slice(REQUEST_URI_PREFIX.length);
  return requestUri.startsWith(REQUEST_URI_PREFIX) && /^[A-Za-z0-9_-]{43}$/.test(handle)
    ? handle
    : null;
}

const names = [
  'client_id',
  'redirect_uri',
  'response_type',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
  'request_uri',
  // Not supported: read only to refuse a request that needs them.
  'request',
  'response_mode',
  'prompt',
  'max_age',
  'authorization_details',
] as const;

type ParameterName = (typeof names)[number];

/** The parameters of the authorization page before validation. */
export interface AuthorizationQuery {
  values: Partial<Record<ParameterName, string>>;
  /** Parameters that appear more than once. None of their values counts (RFC 6749 §3.1). */
  repeated: ParameterName[];
  /** Parameters that are not percent-encoded UTF-8. */
  malformed: ParameterName[];
}

/**
 * Reads a query string strictly, so that all readers of an address see the same parameters.
 * Ignores unknown parameters and treats an empty value as missing, as RFC 6749 §3.1 requires.
 */
export function parseAuthorizationQuery(query: string): AuthorizationQuery {
  const found = new Map<ParameterName, (string | null)[]>();
  for (const pair of query.split('&')) {
    const [rawName = '', ...rest] = pair.split('=');
    const name = names.find((known) => known === decode(rawName));
    if (name === undefined) continue;
    found.set(name, [...(found.get(name) ?? []), decode(rest.join('='))]);
  }
  const parsed: AuthorizationQuery = { values: {}, repeated: [], malformed: [] };
  for (const [name, [value, ...others]] of found) {
    if (others.length > 0) parsed.repeated.push(name);
    else if (value === null) parsed.malformed.push(name);
    else if (value !== undefined && value !== '') parsed.values[name] = value;
  }
  return parsed;
}

/** Returns a query string with these parameters. */
export function formatAuthorizationQuery(values: AuthorizationQuery['values']): string {
  return names
    .flatMap((name) => {
      const value = values[name];
      return value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`];
    })
    .join('&');
}

function decode(text: string): string | null {
  if (!/^[\x21-\x7e]*$/.test(text)) return null;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

// Compares texts, not parsed URLs: a URL parser tolerates differences (upper case, user information, ".."), so
// another address could look like a registered one.
const loopbackAddress =
  /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::([0-9]{1,5}))?((?:[/?].*)?)$/s;

/**
 * Returns whether the application registered this redirect address. It must be identical, except that
 * a loopback address may have any port (RFC 8252 §7.3). So may `localhost`: native apps use it too,
 * although §8.3 prefers the addresses.
 */
export function isRegisteredRedirect(redirectUri: string, registered: readonly string[]): boolean {
  return registered.some(
    (address) => address === redirectUri || differOnlyInLoopbackPort(address, redirectUri),
  );
}

function differOnlyInLoopbackPort(registered: string, redirectUri: string): boolean {
  const [, registeredHost, , registeredRest] = loopbackAddress.exec(registered) ?? [];
  const [, host, port, rest] = loopbackAddress.exec(redirectUri) ?? [];
  return (
    host !== undefined &&
    host === registeredHost &&
    rest === registeredRest &&
    (port === undefined || (Number(port) >= 1 && Number(port) <= 65_535))
  );
}

/**
 * Returns a sentence that says why an address cannot be registered as a redirect address. Null if it can be
 * (RFC 6749 §3.1.2, RFC 8252 §7.1, RFC 9700 §4.1.3).
 */
export function redirectUriError(address: string): string | null {
  if (!/^[\x21-\x7e]{1,2048}$/.test(address)) {
    return 'A redirect address is at most 2048 characters of ASCII without spaces.';
  }
  const url = URL.parse(address);
  if (url === null) return 'A redirect address is a complete URL, such as https://host/callback.';
  if (address.includes('#')) return 'A redirect address has no fragment (#…).';
  if (url.username !== '' || url.password !== '') {
    return 'A redirect address has no user name or password.';
  }
  if (url.protocol === 'https:') return null;
  if (url.protocol === 'http:') {
    return isLoopback(url.hostname)
      ? null
      : 'A redirect address uses https; plain http is for loopback (127.0.0.1, [::1], localhost) only.';
  }
  // An app uses its reversed domain name as a scheme, which distinguishes it from javascript: and data:.
  return /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+:$/.test(url.protocol)
    ? null
    : "A redirect address uses https or an app's own scheme, such as com.example.app:/callback.";
}

function isLoopback(hostname: string): boolean {
  return ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
}

/** Returns a redirect address with these parameters added to its query. */
export function redirectLocation(
  redirectUri: string,
  parameters: Readonly<Record<string, string | null>>,
): string {
  const query = Object.entries(parameters)
    .flatMap(([name, value]) => (value === null ? [] : [`${name}=${encodeURIComponent(value)}`]))
    .join('&');
  if (!redirectUri.includes('?')) return `${redirectUri}?${query}`;
  return /[?&]$/.test(redirectUri) ? `${redirectUri}${query}` : `${redirectUri}&${query}`;
}

/** Describes a redirect address for a person: its host, in ASCII so that no similar letter deceives. */
export function describeDestination(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri);
  if (protocol === 'https:') return host;
  const { thisDevice, app } = connectTexts().consent;
  return protocol === 'http:' ? thisDevice(host) : app(protocol.slice(0, -1));
}
