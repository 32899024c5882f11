import type { Scope } from './scopes.ts';

/** A valid authorization request, whichever way it was started. */
export interface AuthorizationRequest {
  application: { id: string; clientId: string; name: string };
  redirectUri: string;
  scopes: Scope[];
  state: string | null;
  codeChallenge: string | null;
  dpopJkt: string | null;
  /** The hash that consumes a request started by the partner's server; null for any other. */
  handleHash: Uint8Array | null;
  /** When such a request was decided; null before that, and for any other. */
  decidedAt: Date | null;
  /** The query string that leads to this request again. */
  query: string;
}

/** A request that is answered with a redirect to its application. */
export interface FaultyRequest {
  redirectUri: string;
  state: string | null;
  error: string;
  description: string;
}

/** Why the player sees an error page, and is not redirected. */
export type PageFault =
  | { fault: 'client' }
  | { fault: 'suspended'; applicationName: string }
  | { fault: 'redirect'; applicationName: string }
  | { fault: 'reference'; applicationName: string }
  | { fault: 'expired'; applicationName: string };

export type ReadRequest =
  | { kind: 'valid'; request: AuthorizationRequest }
  | { kind: 'faulty'; request: FaultyRequest }
  | { kind: 'page'; fault: PageFault };

export const REQUEST_URI_PREFIX = 'urn:ietf:params:oauth:request_uri:';

/** The handle in a `request_uri` that this service made (RFC 9126 §2.2); null for any other. */
export function handleOf(requestUri: string): string | null {
  const handle = requestUri.slice(REQUEST_URI_PREFIX.length);
  return requestUri.startsWith(REQUEST_URI_PREFIX) && /^[A-Za-z0-9_-]{43}$/.test(handle)
    ? handle
    : null;
}
