import type { Scope } from './scopes.ts';
import { connectTexts } from './texts.ts';

/** A valid authorization request, whichever way it was started. */
export interface AuthorizationRequest {
  application: { id: string; clientId: string; name: string };
  redirectUri: string;
  scopes: Scope[];
  state: string | null;
  codeChallenge: string | null;
  dpopJkt: string | null;
  /** The hash that consumes a request started by the partner's server; null for any other. */
  handleHash: Uint8Array | null;
  /** When such a request was decided; null before that, and for any other. */
  decidedAt: Date | null;
  /** The query string that leads to this request again. */
  query: string;
}

/** A request that is answered with a redirect to its application. */
interface InvalidRequest {
  redirectUri: string;
  state: string | null;
  error: string;
  description: string;
}

/** Why the player sees an error page, and is not redirected. */
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

/** The handle in a `request_uri` that this service made (RFC 9126 §2.2); null for any other. */
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
  'dpop_jkt',
  'request_uri',
  // Not supported: read only so that a request is refused that needs them.
  'request',
  'response_mode',
  'prompt',
  'max_age',
  'authorization_details',
] as const;

type ParameterName = (typeof names)[number];

/** The parameters of the authorization page, as they came. */
export interface AuthorizationQuery {
  values: Partial<Record<ParameterName, string>>;
  /** Parameters that came more than once: none of their values counts (RFC 6749 §3.1). */
  repeated: ParameterName[];
  /** Parameters whose percent-encoding is not that of UTF-8 text. */
  malformed: ParameterName[];
}

/**
 * Reads a query string strictly, so that no two readers of one address see different parameters.
 * Other parameters are ignored and an empty value counts as none, as RFC 6749 §3.1 asks.
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

/** A query string from which the same parameters are read again. */
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

// Compared as text, never as a parsed URL: what a URL parser forgives (a changed case, user
// information, "..") would let one address pass for another.
const loopbackAddress =
  /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::([0-9]{1,5}))?((?:[/?].*)?)$/s;

/**
 * Whether a redirect address is one that the application registered: character for character, but
 * a loopback address may vary in port (RFC 8252 §7.3). So may `localhost`, which native apps use too,
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
 * Why an address cannot be registered as a redirect address, as a sentence; null where it can
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
  // An app claims a scheme by a domain name turned round, which distinguishes it from javascript: and data:.
  return /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+:$/.test(url.protocol)
    ? null
    : "A redirect address uses https or an app's own scheme, such as com.example.app:/callback.";
}

function isLoopback(hostname: string): boolean {
  return ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
}

/** A redirect address with parameters added to whatever query it has. */
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

/** Where a redirect address leads, for a person: its host, in ASCII so that no letter deceives. */
export function describeDestination(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri);
  if (protocol === 'https:') return host;
  const { thisDevice, app } = connectTexts().consent;
  return protocol === 'http:' ? thisDevice(host) : app(protocol.slice(0, -1));
}
