import { rateLimitClasses } from '../catalogue/catalogue.gen.ts';
import { ProblemError } from '../reply/problem-error.ts';
import type { Principal } from '../request/principal.ts';
import type { RequestHead } from '../request/request-head.ts';
import type { Operation } from '../schema/operation-table.ts';

const WINDOW_SECONDS = 60;

/** What was counted under a name in its running window. */
export interface RateLimitCount {
  requests: number;
  /** Whole seconds until the window ends, at least 1. */
  resetSeconds: number;
}

/** Where requests are counted: in this process, or in what all instances of a server share. */
export interface RateLimitStore {
  /** Counts one request under a name, in a window that begins with the first one after the last window. */
  count(name: string, windowSeconds: number): Promise<RateLimitCount>;
}

/** The limits of requests, which are counted before anything of them is validated. */
export interface RateLimits<P extends Principal = Principal, Raw = unknown> {
  store: RateLimitStore;
  /**
   * Whose request it is. It is called with `null` for one without a valid credential or scope, which
   * counts for its address, say.
   */
  whoOf: (principal: P | null, raw: Raw) => string;
  /** Requests a minute by class; those of the document by default. */
  requestsPerMinute?: { readonly [Class in Operation['rateLimitClass']]?: number };
}

/** Authenticates a request, and sets header fields of its answer. */
export type Authenticate = (
  head: RequestHead,
  raw: unknown,
  setHeaders: (headers: Record<string, string>) => void,
) => Promise<Principal | null> | Principal | null;

/**
 * Counts the requests of an operation once it is known who sent them, and refuses those beyond the
 * limit. An operation without credentials has no limit.
 */
export function limited(
  operation: Operation,
  authenticate: Authenticate,
  limits: RateLimits<never, never> | undefined,
): Authenticate {
  if (limits === undefined || operation.security.length === 0) return authenticate;
  const { store, whoOf, requestsPerMinute = {} } = limits;
  const { rateLimitClass: name } = operation;
  const limit = requestsPerMinute[name] ?? documentedLimit(name);
  return async (head, raw, setHeaders) => {
    let principal: Principal | null = null;
    let refuse = (): void => {};
    try {
      principal = await authenticate(head, raw, setHeaders);
    } catch (error) {
      refuse = () => {
        throw error;
      };
    }
    const who = whoOf(principal as never, raw as never);
    const { requests, resetSeconds } = await store.count(`${name}:${who}`, WINDOW_SECONDS);
    setHeaders({
      'ratelimit-policy': `"${name}";q=${limit};w=${WINDOW_SECONDS}`,
      ratelimit: `"${name}";r=${Math.max(0, limit - requests)};t=${resetSeconds}`,
    });
    if (requests > limit) throw rateLimited(limit, resetSeconds);
    refuse();
    return principal;
  };
}

function documentedLimit(name: Operation['rateLimitClass']): number {
  return rateLimitClasses.find((one) => one.name === name)?.requestsPerMinute ?? 0;
}

function rateLimited(limit: number, resetSeconds: number): ProblemError {
  const detail =
    `The limit of ${limit} requests a minute is reached. ` +
    `Wait ${resetSeconds} seconds (Retry-After), then go on.`;
  const headers = { 'retry-after': String(resetSeconds) };
  return new ProblemError('rate_limited', { detail, headers });
}
