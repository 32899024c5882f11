const told = new Set<string>();

/**
 * What to warn of where an answer announces a removal (`Deprecation`, RFC 9745, and `Sunset`,
 * RFC 8594), the first time in this process for each operation.
 */
export function deprecationNotice(operation: string, response?: Response): string | undefined {
  // A `fetch` of a test may give answers without header fields.
  if (!response?.headers?.get('deprecation') || told.has(operation)) return undefined;
  told.add(operation);
  return `${operation}, or a part of it, is deprecated; Sunset: ${response.headers.get('sunset')}.`;
}
