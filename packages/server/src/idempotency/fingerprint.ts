import { createHash } from 'node:crypto';
import type { OperationCall } from '../pipeline/handler-types.ts';

/**
 * The SHA-256 of what a request says: its operation, parameters and body. White space and the order of
 * names make no difference (RFC 8785), since a client that builds a request again may change both.
 *
 * @example
 * ```ts
 * const isSame = record.fingerprint.equals(requestFingerprint(call));
 * ```
 */
export function requestFingerprint({
  operation,
  request,
}: Pick<OperationCall, 'operation' | 'request'>): Buffer {
  const { path, query, body } = request;
  return createHash('sha256')
    .update(canonicalJson([operation.id, path, query, body ?? null]))
    .digest();
}

/** The JSON of a parsed value with the names of its objects in order (RFC 8785). */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`);
  return `{${fields.join(',')}}`;
}
