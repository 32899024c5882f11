import { createHash } from 'node:crypto';
import type { OperationCall } from '../pipeline/handler-types.ts';

/**
 * Returns the SHA-256 of a request: its operation, parameters, and body. White space and the order of
 * names do not matter (RFC 8785), because a client may change both when it builds a request again.
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

/** Returns the JSON of a parsed value, with the names of objects sorted (RFC 8785). */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`);
  return `{${fields.join(',')}}`;
}
