/**
 * The URL of a request with its query. Lists are joined by commas (OpenAPI `style: form`, `explode: false`);
 * what is undefined is left out.
 */
export function requestUrl(address: string, query: object | undefined): string {
  let url = address;
  let separator = '?';
  for (const name in query) {
    const value: unknown = query[name as never];
    if (value === undefined) continue;
    url += `${separator}${name}=${encodedValue(name, value)}`;
    separator = '&';
  }
  return url;
}

/**
 * Encodes a value for an address, and a list as its values with commas between them.
 *
 * @throws TypeError for a lone surrogate, which no encoding has.
 */
export function encodedValue(name: string, value: unknown): string {
  try {
    return Array.isArray(value)
      ? value.map(encodeURIComponent).join()
      : encodeURIComponent(value as string);
  } catch {
    throw new TypeError(`${name} must not hold a lone surrogate.`);
  }
}
