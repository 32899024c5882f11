/**
 * The address of a request. Lists are joined by commas (OpenAPI `style: form`, `explode: false`);
 * what is undefined is left out.
 *
 * @throws TypeError where a path parameter would lead to another operation.
 */
export function requestUrl(
  base: string,
  path: object | undefined,
  query: object | undefined,
): string {
  let url = base;
  for (const name in path) {
    url = url.replace(`{${name}}`, pathSegment(name, String(path[name as never])));
  }
  let separator = '?';
  for (const name in query) {
    const value: unknown = query[name as never];
    if (value === undefined) continue;
    url += `${separator}${encodeURIComponent(name)}=${queryValue(value)}`;
    separator = '&';
  }
  return url;
}

// An empty or dotted segment would be dropped from the path, and another operation called.
function pathSegment(name: string, value: string): string {
  if (/^\.{0,2}$/.test(value))
    throw new TypeError(`${name} is "${value}", which is no identifier.`);
  return encodeURIComponent(value);
}

function queryValue(value: unknown): string {
  return Array.isArray(value)
    ? value.map((item) => encodeURIComponent(String(item))).join(',')
    : encodeURIComponent(String(value));
}
