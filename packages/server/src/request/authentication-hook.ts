import type { onRequestHookHandler } from 'fastify';
import type { Operation } from '../schema/operation-table.ts';
import { type AnyAuthenticators, authenticator } from './authentication.ts';
import type { Principal } from './principal.ts';
import { isThenable } from './thenable.ts';

/** A hook that authenticates and authorizes a call, and sets `operation` and `principal`. */
export function authenticationHook(
  operation: Operation,
  authenticators: AnyAuthenticators,
  realm: string,
): onRequestHookHandler {
  const authenticate = authenticator(operation, authenticators, realm);
  return (request, _reply, next) => {
    request.operation = operation;
    let principal: Promise<Principal | null> | Principal | null;
    try {
      principal = authenticate(request);
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
