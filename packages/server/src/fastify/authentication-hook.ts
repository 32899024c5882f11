import type { onRequestHookHandler } from 'fastify';
import { limited, type RateLimits } from '../limits/rate-limits.ts';
import {
  type AnyAuthenticators,
  authenticator,
  type OnUnidentified,
} from '../request/authentication.ts';
import type { ChallengeParameters } from '../request/challenges.ts';
import type { Principal } from '../request/principal.ts';
import { isThenable } from '../request/thenable.ts';
import type { Operation } from '../schema/operation-table.ts';

/**
 * Creates a hook that sets the header fields of an operation, authenticates and authorizes a call, and sets
 * `operation` and `principal`.
 */
export function authenticationHook(
  operation: Operation,
  authenticators: AnyAuthenticators,
  challenge: ChallengeParameters,
  headers: Readonly<Record<string, string>>,
  limits: RateLimits<never, never> | undefined,
  onUnidentified: OnUnidentified | undefined,
): onRequestHookHandler {
  const authenticate = limited(
    operation,
    authenticator(operation, authenticators, challenge, onUnidentified),
    limits,
  );
  return (request, reply, next) => {
    request.operation = operation;
    // Before the credential is checked, so that a 401 has the deprecation header fields too.
    reply.headers(headers);
    let principal: Promise<Principal | null> | Principal | null;
    try {
      principal = authenticate(request.raw, request, (added) => reply.headers(added));
    } catch (error) {
      next(error as Error);
      return;
    }
    if (!isThenable(principal)) {
      request.principal = principal;
      next();
      return;
    }
    principal.then((resolved) => {
      request.principal = resolved;
      next();
    }, next);
  };
}
