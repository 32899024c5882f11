import { randomBytes } from 'node:crypto';
import { playerScopes } from '@partner-rating/server/catalogue';
import { contract } from '../contract.ts';

/** What a player is asked, and where they return to. */
export interface AuthorizationRequest {
  redirectUri: string;
  scopes: readonly string[];
  state: string | undefined;
}

const prefix = 'urn:ietf:params:oauth:request_uri:';
const LIFETIME_MILLISECONDS = 600_000;
const MAX_WAITING = 1_000;

/**
 * The authorizations that wait for a player, by their `request_uri`: the one thing the mock remembers,
 * since a `state` may be longer than an address takes. The one of the contract's examples always waits.
 */
export class Authorizations {
  readonly #waiting = new Map<string, { request: AuthorizationRequest; endsAt: number }>();
  readonly #clock: () => number;

  constructor(clock: () => number = Date.now) {
    this.#clock = clock;
  }

  /** Stores a request for ten minutes, as the service does, and returns its `request_uri`. */
  start(request: AuthorizationRequest): string {
    const requestUri = prefix + randomBytes(32).toString('base64url');
    this.#waiting.set(requestUri, { request, endsAt: this.#clock() + LIFETIME_MILLISECONDS });
    const [oldest] = this.#waiting.keys();
    if (this.#waiting.size > MAX_WAITING && oldest !== undefined) this.#waiting.delete(oldest);
    return requestUri;
  }

  /** The request that waits under a `request_uri`; undefined where there is none any more. */
  find(requestUri: string): AuthorizationRequest | undefined {
    if (requestUri === exampleRequestUri) return exampleRequest();
    const entry = this.#waiting.get(requestUri);
    return entry !== undefined && entry.endsAt > this.#clock() ? entry.request : undefined;
  }

  /** Ends an authorization, which leads to one decision, and returns its request. */
  finish(requestUri: string): AuthorizationRequest | undefined {
    const request = this.find(requestUri);
    this.#waiting.delete(requestUri);
    return request;
  }
}

const defaultScopes = playerScopes.filter(({ isDefault }) => isDefault).map(({ name }) => name);

/** The scopes of a request as the service asks for them: the profile always comes first. */
export function requestedScopes(scope: string | undefined): string[] {
  return [...new Set(['user:profile:read', ...(scope ? scope.split(' ') : defaultScopes)])];
}

const exampleRequestUri = new URL(
  (contract.example('oauth.authorize').value as { authorization_url: string }).authorization_url,
).searchParams.get('request_uri');

function exampleRequest(): AuthorizationRequest {
  const { redirect_uri, scope, state } = contract.example('oauth.authorize-request').value as {
    [name: string]: string;
  };
  return { redirectUri: String(redirect_uri), scopes: requestedScopes(scope), state };
}
