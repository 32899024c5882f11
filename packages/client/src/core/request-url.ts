/**
 * Fills the parameters into a path template.
 *
 * @throws TypeError if a parameter would lead to another operation.
 */
export function fillPath(path: string, parameters: unknown): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String((parameters as Record<string, unknown>)[name]);
    // An empty or dotted segment would be dropped from the path, and another operation called.
    if (/^\.{0,2}$/.test(value)) throw new TypeError(`${name} must not be "${value}".`);
    return encodedValue(name, value);
  });
}

/**
 * Returns the URL of a request with its query. Joins lists with commas (OpenAPI `style: form`, `explode: false`), and
 * leaves out values that are undefined or, from a program without types, null.
 */
export function requestUrl(address: string, query: object | undefined): string {
  let url = address;
  let separator = '?';
  for (const name in query) {
    const value: unknown = query[name as never];
    if (value == null) continue;
    url += `${separator}${name}=${encodedValue(name, value)}`;
    separator = '&';
  }
  return url;
}

/**
 * Encodes a value for a URL, and a list as its values with commas between them.
 *
 * @throws TypeError for a lone surrogate, which no encoding can represent.
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
