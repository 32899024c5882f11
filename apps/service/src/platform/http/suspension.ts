import { OAuthError, ProblemError } from '@partner-rating/server';
import type { FastifyRequest } from 'fastify';
import type { Caller } from './caller.ts';

const detail =
  'The operator of the service has suspended your application. Ask them; once the suspension is ' +
  'lifted the same keys, tokens and connections work again.';

/**
 * Ends the request of a suspended application. Read with the credential at every request, so a
 * suspension holds on every instance at once.
 * @throws ProblemError `application_suspended`, or OAuthError `unauthorized_client` where the
 * operation answers in the form of RFC 6749 section 5.2.
 */
export function refuseSuspended({ isSuspended }: Caller, { operation }: FastifyRequest): void {
  if (!isSuspended) return;
  throw operation?.errorFormat === 'oauth'
    ? new OAuthError('unauthorized_client', { description: detail })
    : new ProblemError('application_suspended', { detail });
}
