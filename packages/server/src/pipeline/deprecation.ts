import type { RequestHead } from '../request/request-head.ts';
import type { ReceivedRequest } from '../request/request-reader.ts';
import { forEachPair, queryOf } from '../request/url-encoded.ts';
import type { Deprecation, Operation } from '../schema/operation-table.ts';

/** `Deprecation`, `Sunset`, and `Link`, by lower-case name. */
export type HeaderFields = Readonly<Record<string, string>>;

/** The header fields that announce the deprecated parts of an operation. */
export interface DeprecationHeaders {
  /** For every response; `undefined` if only some calls use something deprecated. */
  always: HeaderFields | undefined;
  /** For the response to a request that uses a deprecated parameter or body field. */
  whenUsed:
    | ((head: RequestHead, received: ReceivedRequest) => HeaderFields | undefined)
    | undefined;
}

/**
 * Returns the deprecation header fields of an operation, from the operation table: `Deprecation` (RFC 9745)
 * and `Sunset` (RFC 8594), with the earliest dates if several parts are deprecated.
 *
 * @param policy - the address of a page about deprecations, sent as `Link`.
 */
export function deprecationHeaders(
  { deprecations = [] }: Operation,
  policy: string | undefined,
): DeprecationHeaders {
  const unconditional = deprecations.filter(({ usedBy }) => usedBy === null);
  const conditional = deprecations.filter(({ usedBy }) => usedBy !== null);
  return {
    always: unconditional.length === 0 ? undefined : headerFields(unconditional, policy),
    whenUsed:
      conditional.length === 0
        ? undefined
        : (head, received) => {
            const used = conditional.filter((one) => isUsedBy(one, head, received));
            return used.length === 0
              ? undefined
              : headerFields([...unconditional, ...used], policy);
          },
  };
}

function headerFields(deprecations: readonly Deprecation[], policy?: string): HeaderFields {
  // A date means its first moment in UTC. Dates in this format sort as text.
  const since = deprecations.map(({ deprecatedAt }) => deprecatedAt).sort()[0] ?? '';
  const sunset = deprecations.map(({ sunset }) => sunset).sort()[0] ?? '';
  return {
    deprecation: `@${Date.parse(since) / 1000}`,
    sunset: new Date(sunset).toUTCString(),
    ...(policy !== undefined && { link: `<${policy}>; rel="deprecation"; type="text/html"` }),
  };
}

function isUsedBy({ usedBy }: Deprecation, head: RequestHead, { body }: ReceivedRequest): boolean {
  if (usedBy === null) return true;
  if (usedBy.in === 'body') return hasField(body, usedBy.path);
  // From the raw request, because the parsed parameters also contain defaults.
  if (usedBy.in === 'header') return usedBy.name.toLowerCase() in head.headers;
  let isSent = false;
  forEachPair(queryOf(head.url ?? ''), (name) => {
    isSent ||= name === usedBy.name;
  });
  return isSent;
}

/** Returns whether a body has a field at a path, in which `*` is any item of a list or any entry of a map. */
function hasField(value: unknown, [name, ...rest]: readonly string[]): boolean {
  if (typeof value !== 'object' || value === null || name === undefined) return false;
  if (name === '*')
    return Object.values(value).some((item) => rest.length === 0 || hasField(item, rest));
  if (!Object.hasOwn(value, name)) return false;
  return rest.length === 0 || hasField((value as Record<string, unknown>)[name], rest);
}
