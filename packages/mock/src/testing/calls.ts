import { PartnerRatingClient } from '@partner-rating/client';
import type { RunningMock } from '../start-mock.ts';
import type { DocumentedOperation } from './operations.ts';

/** Returns a client that adds these headers to its requests; an empty value removes a header. */
export function clientOf(
  { baseUrl }: Pick<RunningMock, 'baseUrl'>,
  headers: Record<string, string> = {},
): PartnerRatingClient {
  return new PartnerRatingClient({
    apiKey: 'prk_any',
    baseUrl,
    // A retry would not help, because an answer that a header names is the same each time.
    maxRetries: 0,
    fetch: (url, init) => {
      const merged = Object.entries({ ...(init.headers as Record<string, string>), ...headers });
      return fetch(url, {
        ...init,
        headers: Object.fromEntries(merged.filter(([, value]) => value !== '')),
      });
    },
  });
}

/** Returns the `Prefer` header that chooses an answer. */
export function prefer(status: number, example?: string): { prefer: string } {
  const chosen = example === undefined ? '' : `, example=${example}`;
  return { prefer: `code=${status}${chosen}` };
}

/** Calls the method of the client for an operation, like a partner. */
export async function call(
  client: PartnerRatingClient,
  { id, positional, pathValues, query, bodies }: DocumentedOperation,
  body: unknown = bodies['application/json']?.[0]?.value,
): Promise<unknown> {
  const [resourceName = '', methodName = ''] = id.split('.');
  const resource = Reflect.get(client, resourceName) as object;
  const method = Reflect.get(resource, methodName) as (...given: unknown[]) => Promise<unknown>;
  const named = Object.entries(query).filter(([name]) => !positional.includes(name));
  const identifiers = positional.flatMap((name) => query[name] ?? []);
  const inputs = [body, named.length > 0 ? Object.fromEntries(named) : undefined].filter(
    (input) => input !== undefined,
  );
  return await method.call(resource, ...pathValues, ...identifiers, ...inputs);
}
