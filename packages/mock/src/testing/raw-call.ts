import type { RunningMock } from '../start-mock.ts';
import type { DocumentedOperation } from './operations.ts';

/** Calls an operation by plain HTTP with the contract's examples of what it needs. */
export async function rawCall(
  { baseUrl }: RunningMock,
  { method, path, pathValues, query, bodies }: DocumentedOperation,
  headers: Record<string, string>,
): Promise<Response> {
  const values = Object.entries(query).map(([name, value]) => [name, String(value)] as const);
  const url = new URL(baseUrl + path.replace(/\{[^}]+\}/, pathValues[0] ?? ''));
  url.search = new URLSearchParams(Object.fromEntries(values)).toString();
  const body = bodies['application/json']?.[0]?.value;
  return await fetch(url, {
    method,
    headers: { 'x-api-key': 'prk_any', 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}
