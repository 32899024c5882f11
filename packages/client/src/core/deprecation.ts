const warned = new Set<string>();

/**
 * The warning for an answer with `Deprecation` (RFC 9745) and `Sunset` (RFC 8594); once per operation
 * and process.
 */
export function deprecationNotice(operation: string, response?: Response): string | undefined {
  // The `fetch` of a test may return responses without headers.
  if (!response?.headers?.get('deprecation') || warned.has(operation)) return undefined;
  warned.add(operation);
  return `${operation}, or a part of it, is deprecated; Sunset: ${response.headers.get('sunset')}.`;
}
