import { randomBytes } from 'node:crypto';
import { playerScopes } from '@partner-rating/server/catalogue';
import { contract } from '../contract.ts';

/** The scopes that a player is asked for, and the address to return to. */
export interface AuthorizationRequest {
  redirectUri: string;
  scopes: readonly string[];
  state: string | undefined;
}

const prefix = 'urn:ietf:params:oauth:request_uri:';
const LIFETIME_MILLISECONDS = 600_000;
const MAX_WAITING = 1_000;

/**
 * The authorizations that wait for a player, by `request_uri`. The mock stores nothing else. It must store these,
 * because a `state` may be too long for an address. The authorization of the contract's examples is always there.
 */
export class Authorizations {
  readonly #waiting = new Map<string, { request: AuthorizationRequest; endsAt: number }>();
  readonly #clock: () => number;

  constructor(clock: () => number = Date.now) {
    this.#clock = clock;
  }

  /** Stores a request for ten minutes, like the service, and returns its `request_uri`. */
  start(request: AuthorizationRequest): string {
    const requestUri = prefix + randomBytes(32).toString('base64url');
    this.#waiting.set(requestUri, { request, endsAt: this.#clock() + LIFETIME_MILLISECONDS });
    const [oldest] = this.#waiting.keys();
    if (this.#waiting.size > MAX_WAITING && oldest !== undefined) this.#waiting.delete(oldest);
    return requestUri;
  }

  /** Returns the request of a `request_uri`, or undefined if it has expired or is unknown. */
  find(requestUri: string): AuthorizationRequest | undefined {
    if (requestUri === exampleRequestUri) return exampleRequest();
    const entry = this.#waiting.get(requestUri);
    return entry !== undefined && entry.endsAt > this.#clock() ? entry.request : undefined;
  }

  /** Removes an authorization, because it allows only one decision, and returns its request. */
  finish(requestUri: string): AuthorizationRequest | undefined {
    const request = this.find(requestUri);
    this.#waiting.delete(requestUri);
    return request;
  }
}

const defaultScopes = playerScopes.filter(({ isDefault }) => isDefault).map(({ name }) => name);

/** Returns the scopes that the service asks for: the profile always comes first. */
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
