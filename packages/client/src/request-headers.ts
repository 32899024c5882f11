import type { IdempotentRequestOptions } from './request-options.ts';

/** The header fields of a request, the credential aside. */
export function requestHeaders(
  body: unknown,
  { headers: extra, idempotencyKey }: IdempotentRequestOptions,
  idempotent: boolean | undefined,
): Record<string, string> {
  const headers: Record<string, string> = {};
  // In lower case, so that none stands beside one of the client's own, which come after.
  for (const name in extra) headers[name.toLowerCase()] = checkedHeader(name, extra[name]);
  headers.accept = 'application/json, application/problem+json';
  if (body !== undefined) headers['content-type'] = 'application/json';
  const key = idempotencyKey ?? (idempotent ? crypto.randomUUID() : undefined);
  if (key !== undefined) headers['idempotency-key'] = checkedKey(key);
  return headers;
}

// Both are checked here because fetch reports an odd header as if the network had failed.
function checkedKey(key: string): string {
  if (/^[\x20-\x7e]{1,255}$/.test(key)) return key;
  throw new TypeError('idempotencyKey is 1 to 255 characters of printable ASCII.');
}

function checkedHeader(name: string, value: unknown): string {
  if (/^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\t\x20-\x7e]*$/.test(String(value))) {
    return String(value);
  }
  throw new TypeError(`The header "${name}" is none, or its value is not printable ASCII.`);
}
