import { vi } from 'vitest';
import type { ClientOptions, SessionTokens, TokenResponse, TokenStore } from '../index.ts';
import { PartnerRatingClient } from '../index.ts';
import { problem } from './failing-fetch.ts';

const baseUrl = 'https://ratings.example/api/v1';
export const hour = 3_600;

/** Returns the tokens of the refresh with this number. */
export function tokensOf(number: number, changes: Partial<TokenResponse> = {}): TokenResponse {
  return {
    access_token: `pra_${number}`,
    refresh_token: `prr_${number}`,
    token_type: 'Bearer',
    expires_in: hour,
    scope: ['user:profile:read'],
    player_id: 'mem_01jq8z6v3mfb7s4d2k9c5x1ha0',
    ...changes,
  };
}

/** A store in memory that records what was saved. */
export class MemoryStore implements TokenStore {
  stored: SessionTokens | null;
  readonly saved: (string | null)[] = [];
  isBroken = false;

  constructor(stored: SessionTokens | null = null) {
    this.stored = stored;
  }

  async load(): Promise<SessionTokens | null> {
    return this.stored;
  }

  async save(tokens: SessionTokens | null): Promise<void> {
    if (this.isBroken) throw new Error('The disk is full.');
    this.saved.push(tokens?.access_token ?? null);
    this.stored = tokens;
  }
}

/** A service in which a refresh token works once, and only the newest access token is valid. */
export function tokenService() {
  const state = {
    newest: 1,
    refreshes: [] as string[],
    calls: [] as (string | null)[],
    isDown: false,
    /** Whether the last refresh token returns the same tokens again. */
    repeats: false,
  };
  const fetch = async (address: string, init: RequestInit): Promise<Response> => {
    if (state.isDown) throw new TypeError('fetch failed');
    if (address.endsWith('/oauth/refresh')) {
      const { refresh_token } = JSON.parse(String(init.body)) as { refresh_token: string };
      state.refreshes.push(refresh_token);
      await Promise.resolve();
      const isRepeated = state.repeats && refresh_token === `prr_${state.newest - 1}`;
      if (!isRepeated && refresh_token !== `prr_${state.newest}`) {
        const refusal = { error: 'invalid_grant', error_description: 'It was used before.' };
        return Response.json(refusal, { status: 400 });
      }
      if (!isRepeated) state.newest += 1;
      return Response.json(tokensOf(state.newest));
    }
    const authorization = new Headers(init.headers).get('authorization');
    state.calls.push(authorization);
    return authorization === `Bearer pra_${state.newest}`
      ? Response.json({ displayName: 'Mike B.' })
      : problem(401, 'unauthenticated');
  };
  const { oauth } = new PartnerRatingClient({ apiKey: 'prk_test', baseUrl, fetch, maxRetries: 0 });
  const playerOf = (accessToken: ClientOptions['accessToken']) =>
    new PartnerRatingClient({ accessToken, baseUrl, fetch, maxRetries: 0 } as ClientOptions);
  return { state, oauth, playerOf };
}

/** Moves the clock of the test forward. */
export const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1_000);
