import { rateLimitClasses } from '../catalogue/catalogue.gen.ts';
import { ProblemError } from '../reply/problem-error.ts';
import type { Principal } from '../request/principal.ts';
import type { RequestHead } from '../request/request-head.ts';
import type { Operation } from '../schema/operation-table.ts';

const WINDOW_SECONDS = 60;

/** The count of a name in its current window. */
export interface RateLimitCount {
  requests: number;
  /** Whole seconds until the window ends, at least 1. */
  resetSeconds: number;
}

/** The storage of the counts: this process, or a store that all instances of a server share. */
export interface RateLimitStore {
  /** Counts one request under a name. A window begins with the first request after the last window. */
  count(name: string, windowSeconds: number): Promise<RateLimitCount>;
}

/** The rate limits. Requests are counted before they are validated. */
export interface RateLimits<P extends Principal = Principal, Raw = unknown> {
  store: RateLimitStore;
  /**
   * Returns the name to count a request under. For a request without a valid credential or scope, the argument
   * is `null`: count it, for example, for its address.
   */
  senderOf: (principal: P | null, raw: Raw) => string;
  /** Requests per minute by class. Default: the limits of the document. */
  requestsPerMinute?: { readonly [Class in Operation['rateLimitClass']]?: number };
}

/** Authenticates a request, and sets header fields of its response. */
export type Authenticate = (
  head: RequestHead,
  raw: unknown,
  setHeaders: (headers: Record<string, string>) => void,
) => Promise<Principal | null> | Principal | null;

/**
 * Counts the requests of an operation after authentication, and refuses requests over the
 * limit. An operation without credentials has no limit.
 */
export function limited(
  operation: Operation,
  authenticate: Authenticate,
  limits: RateLimits<never, never> | undefined,
): Authenticate {
  if (limits === undefined || operation.security.length === 0) return authenticate;
  const { store, senderOf, requestsPerMinute = {} } = limits;
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
    const sender = senderOf(principal as never, raw as never);
    const { requests, resetSeconds } = await store.count(`${name}:${sender}`, WINDOW_SECONDS);
    setHeaders({
      'ratelimit-policy': `"${name}";q=${limit};w=${WINDOW_SECONDS}`,
      ratelimit: `"${name}";r=${Math.max(0, limit - requests)};t=${resetSeconds}`,
    });
    if (requests > limit) {
      throw rateLimited(`The limit of ${limit} requests a minute is reached.`, resetSeconds);
    }
    refuse();
    return principal;
  };
}

function documentedLimit(name: Operation['rateLimitClass']): number {
  return rateLimitClasses.find((one) => one.name === name)?.requestsPerMinute ?? 0;
}

/**
 * Returns the error of a request over a limit, with the wait in its text and in `Retry-After`. Use it for limits that
 * the stubs do not count.
 *
 * @param reason - Sentences that say which limit is reached.
 * @param resetSeconds - Whole seconds until a request is allowed again.
 */
export function rateLimited(reason: string, resetSeconds: number): ProblemError {
  const unit = resetSeconds === 1 ? 'second' : 'seconds';
  return new ProblemError('rate_limited', {
    detail: `${reason} Wait ${resetSeconds} ${unit} (Retry-After), then go on.`,
    headers: { 'retry-after': String(resetSeconds) },
  });
}
