/** Encodes bytes as Base64url without padding (RFC 4648 section 5). */
export function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/**
 * Returns 256 random bits as 43 characters of Base64url.
 *
 * @throws TypeError if the platform has no secure random numbers.
 */
export function randomToken(): string {
  if (!globalThis.crypto?.getRandomValues) {
    throw new TypeError(
      'There is no crypto.getRandomValues. Import react-native-get-random-values first.',
    );
  }
  return base64url(crypto.getRandomValues(new Uint8Array(32)));
}
