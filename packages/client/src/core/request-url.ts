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
    // The template literal joins a list by commas.
    const encoded = Array.isArray(value)
      ? value.map(encodeURIComponent)
      : encodeURIComponent(value as string);
    url += `${separator}${name}=${encoded}`;
    separator = '&';
  }
  return url;
}
