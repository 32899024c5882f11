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
export function redirectUriFault(address: string): string | null {
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
  return protocol === 'http:' ? `${host} (this device)` : `the app ${protocol.slice(0, -1)}`;
}
