import type { RunningMock } from '../start-mock.ts';
import type { DocumentedOperation } from './operations.ts';

/** Calls an operation by plain HTTP with the contract's examples, as JSON if the operation accepts JSON. */
export async function rawCall(
  { baseUrl }: RunningMock,
  { method, path, pathValues, query, bodies }: DocumentedOperation,
  headers: Record<string, string>,
): Promise<Response> {
  const values = Object.entries(query).map(([name, value]) => [name, String(value)] as const);
  const url = new URL(baseUrl + path.replace(/\{[^}]+\}/, pathValues[0] ?? ''));
  url.search = new URLSearchParams(Object.fromEntries(values)).toString();
  const { 'application/json': json, 'application/x-www-form-urlencoded': form } = bodies;
  const [example] = json ?? form ?? [];
  const body = json === undefined ? formOf(example?.value) : JSON.stringify(example?.value);
  const type = json === undefined ? {} : { 'content-type': 'application/json' };
  const key = 'authorization' in headers ? {} : { 'x-api-key': 'prk_any' };
  return await fetch(url, {
    method,
    headers: { ...key, ...type, ...headers },
    ...(example !== undefined && { body }),
  });
}

function formOf(value: unknown): URLSearchParams {
  return new URLSearchParams(value as Record<string, string> | undefined);
}
