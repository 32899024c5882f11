import type { OperationId } from '../operations/operations.gen.ts';
import { type ExampleOperations, exampleOperations } from './example-operations.gen.ts';

interface RequestOf<Id extends OperationId> {
  /** The operation, such as `members.get`. */
  operation: Id;
  /** The path parameters; undefined if the operation has none. */
  path: ExampleOperations[Id]['path'];
  /** The query, with lists, numbers, and booleans parsed; undefined if the operation has no query. */
  query: ExampleOperations[Id]['query'];
  /** The parsed body; undefined if the request had none. */
  body: ExampleOperations[Id]['body'] | undefined;
  /** The header fields, with their names in lower case. */
  headers: Record<string, string>;
}

/**
 * A request that the test kit received. `operation` narrows `query` and `body`.
 *
 * @example
 * const request: ExampleRequest<'matches.submit'> | undefined = service.requestsOf('matches.submit')[0];
 */
export type ExampleRequest<Id extends OperationId = OperationId> = {
  [Each in Id]: RequestOf<Each>;
}[Id];

const routes = (Object.keys(exampleOperations) as OperationId[]).map((operation) => {
  const { method, path } = exampleOperations[operation];
  // A base URL ends in /api/v1, on every host.
  const pattern = `/api/v1${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`;
  return { operation, method, pattern: new RegExp(pattern) };
});

/** Finds the operation of a request, and reads everything but the body. Returns undefined for an unknown path. */
export function routeRequest(request: Request): ExampleRequest | undefined {
  const { pathname, searchParams } = new URL(request.url);
  for (const { operation, method, pattern } of routes) {
    const match = method === request.method && pattern.exec(pathname);
    if (!match) continue;
    return {
      operation,
      path: match.groups && decoded(match.groups),
      query: readQuery(operation, searchParams),
      body: undefined,
      headers: Object.fromEntries(request.headers),
    } as ExampleRequest;
  }
  return undefined;
}

/** Returns the parsed body of a request, or undefined if it has none. */
export async function readBody(request: Request): Promise<unknown> {
  const text = await request.text();
  if (text === '') return undefined;
  return request.headers.get('content-type')?.startsWith('application/x-www-form-urlencoded')
    ? Object.fromEntries(new URLSearchParams(text))
    : JSON.parse(text);
}

function decoded(groups: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]),
  );
}

function readQuery(operation: OperationId, query: URLSearchParams): unknown {
  const types = exampleOperations[operation].query;
  if (types === null) return undefined;
  return Object.fromEntries(
    [...query].map(([name, value]) => [name, readParameter(value, types[name])]),
  );
}

function readParameter(value: string, type: string | undefined): unknown {
  if (type === 'array') return value.split(',');
  if (type === 'boolean') return value === 'true';
  return type === undefined ? value : Number(value);
}
