import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ReceivedRequest } from './request/request-reader.ts';
import { forEachPair, queryOf } from './request/url-encoded.ts';
import type { Deprecation, Operation } from './schema/operation-table.ts';

/** Header fields that announce a removal. */
type Announcement = Readonly<Record<string, string>>;

/** What an operation announces of its removal, or of that of its parts. */
export interface DeprecationAnnouncements {
  /** For every answer of the operation; `undefined` where a call may use nothing deprecated. */
  always: Announcement | undefined;
  /** Adds the header fields to the answer of a request that uses something deprecated. */
  announceUse:
    | ((request: FastifyRequest, received: ReceivedRequest, reply: FastifyReply) => void)
    | undefined;
}

/**
 * Reads from the operation table what the answers of an operation announce: `Deprecation` (RFC 9745)
 * and `Sunset` (RFC 8594), the earliest of each where several things are deprecated.
 *
 * @param policy - the address of a page on deprecations, sent as `Link` of the relation `deprecation`.
 */
export function deprecationAnnouncements(
  { deprecations = [] }: Operation,
  policy: string | undefined,
): DeprecationAnnouncements {
  const certain = deprecations.filter(({ usedBy }) => usedBy === null);
  const possible = deprecations.filter(({ usedBy }) => usedBy !== null);
  return {
    always: certain.length === 0 ? undefined : announcement(certain, policy),
    announceUse:
      possible.length === 0
        ? undefined
        : (request, received, reply) => {
            const used = possible.filter((one) => isUsed(one, request, received));
            if (used.length > 0) reply.headers(announcement([...certain, ...used], policy));
          },
  };
}

function announcement(deprecations: readonly Deprecation[], policy?: string): Announcement {
  // A date is its first moment in UTC (RFC 3339 §5.6 and ISO 8601 compare as text).
  const since = deprecations.map(({ deprecatedAt }) => deprecatedAt).sort()[0] ?? '';
  const sunset = deprecations.map(({ sunset }) => sunset).sort()[0] ?? '';
  return {
    deprecation: `@${Date.parse(since) / 1000}`,
    sunset: new Date(sunset).toUTCString(),
    ...(policy !== undefined && { link: `<${policy}>; rel="deprecation"; type="text/html"` }),
  };
}

function isUsed(
  { usedBy }: Deprecation,
  request: FastifyRequest,
  { body }: ReceivedRequest,
): boolean {
  if (usedBy === null) return true;
  if (usedBy.in === 'body') return holds(body, usedBy.path);
  // As it was sent: what the handler gets has the defaults of the parameters that were left out.
  if (usedBy.in === 'header') return usedBy.name.toLowerCase() in request.raw.headers;
  let isSent = false;
  forEachPair(queryOf(request.raw.url ?? ''), (name) => {
    isSent ||= name === usedBy.name;
  });
  return isSent;
}

/** Whether a body has a field at a path, in which `*` is any item of a list or any entry of a map. */
function holds(value: unknown, [name, ...rest]: readonly string[]): boolean {
  if (typeof value !== 'object' || value === null || name === undefined) return false;
  if (name === '*')
    return Object.values(value).some((item) => rest.length === 0 || holds(item, rest));
  if (!Object.hasOwn(value, name)) return false;
  return rest.length === 0 || holds((value as Record<string, unknown>)[name], rest);
}
