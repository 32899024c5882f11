import { OAuthError, ProblemError } from '@partner-rating/server';
import type { FastifyRequest } from 'fastify';
import type { OwnLimits } from './store/credentials.ts';

/** Who a request comes from, once its credential was accepted. */
export type Caller = KeyCaller | TokenCaller;

interface ApplicationFacts {
  applicationId: string;
  /** Until the operator lifts it, the credential is good for nothing. */
  isSuspended: boolean;
  /** The limits the operator gave the application; null where it has those of the service. */
  ownLimits: OwnLimits | null;
}

export interface KeyCaller extends ApplicationFacts {
  kind: 'key';
  scopes: ReadonlySet<string>;
  clientId: string;
  keyId: string;
  /** Whether the application gets tokens bound to a key only (RFC 9449 section 5.2). */
  dpopBoundAccessTokens: boolean;
}

export interface TokenCaller extends ApplicationFacts {
  kind: 'token';
  scopes: ReadonlySet<string>;
  connectionId: string;
  memberId: string;
  /** The thumbprint of the key the token is bound to (RFC 9449); null where it is a bearer token. */
  dpopJkt: string | null;
}

/** The `WWW-Authenticate` of a 403 to an API key that needs one more scope (RFC 6750 section 3.1). */
export function scopeChallenge(scope: string): string {
  return `ApiKey realm="partner-rating", header="X-API-Key", error="insufficient_scope", scope="${scope}"`;
}

const suspended =
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
    ? new OAuthError('unauthorized_client', { description: suspended })
    : new ProblemError('application_suspended', { detail: suspended });
}
