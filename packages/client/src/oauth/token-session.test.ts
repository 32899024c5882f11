import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, expectTypeOf, test, vi } from 'vitest';
import type { ClientOptions } from '../index.ts';
import { ConnectionError, OAuthError, TokenSession } from '../index.ts';
import { rejection } from '../test-support/local-server.ts';
import { hour, MemoryStore, pass, tokenService, tokensOf } from '../test-support/token-service.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-09-12T15:30:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

async function startedSession() {
  const { state, oauth, playerOf } = tokenService();
  const store = new MemoryStore();
  const session = new TokenSession({ oauth, store });
  await session.start(tokensOf(1));
  return { state, oauth, store, session, player: playerOf(session.accessToken) };
}

describe('a token session', () => {
  test('returns a valid token without calling the store or the service', async () => {
    const { session, store, state } = await startedSession();
    const load = vi.spyOn(store, 'load');
    pass(hour - 61);
    expect(await session.accessToken()).toBe('pra_1');
    expect(load).not.toHaveBeenCalled();
    expect(state.refreshes).toEqual([]);
  });

  test('uses the tokens that another process refreshed', async () => {
    const { session, store, oauth, state } = await startedSession();
    pass(hour);
    await new TokenSession({ oauth, store }).accessToken();
    expect(await session.accessToken()).toBe('pra_2');
    expect(state.refreshes).toEqual(['prr_1']);
  });

  test('does not show its tokens when printed or as JSON', async () => {
    const { session } = await startedSession();
    expect(inspect(session, { depth: 9, showHidden: true }) + JSON.stringify(session)).not.toMatch(
      /pr[ar]_1/,
    );
  });
});

describe('a token that the service refuses', () => {
  test('is replaced once for many calls, even if one is refused late', async () => {
    const { state, oauth, playerOf } = tokenService();
    const session = new TokenSession({ oauth, store: new MemoryStore() });
    await session.start(tokensOf(1, { access_token: 'pra_revoked' }));
    const player = playerOf(session.accessToken);
    await Promise.all(Array.from({ length: 20 }, () => player.members.get()));
    expect(await session.accessToken('pra_revoked')).toBe('pra_2');
    expect(state.refreshes).toEqual(['prr_1']);
  });
});

describe('an ended connection', () => {
  test('rejects every waiting call with the same error, and clears the store', async () => {
    const { player, store, state } = await startedSession();
    state.newest = 9;
    pass(hour);
    const errors = await Promise.all(
      Array.from({ length: 5 }, () => rejection(player.members.get())),
    );
    for (const error of errors) {
      expect(error).toBeInstanceOf(OAuthError);
      expect(error).toMatchObject({ errorCode: 'invalid_grant', statusCode: 400 });
    }
    expect(store.saved).toEqual(['pra_1', null]);
    expect(state.refreshes).toEqual(['prr_1']);
  });

  test('is recognized by an error of another copy of the package', async () => {
    const { store, state } = await startedSession();
    state.newest = 9;
    vi.resetModules();
    const copy = await import('../index.ts');
    const refusal = new copy.OAuthError('It was used before.', { code: 'invalid_grant' });
    const refresh = () => Promise.reject(refusal) as never;
    const session = new TokenSession({ oauth: { refresh }, store });
    pass(hour);
    expect(await rejection(session.accessToken())).toBe(refusal);
    expect(store.stored).toBeNull();
  });
});

describe('a failure', () => {
  test('of a refresh does not return a token that the service refused', async () => {
    const { session, state } = await startedSession();
    pass(hour - 30);
    state.isDown = true;
    expect(await rejection(session.accessToken('pra_1'))).toBeInstanceOf(ConnectionError);
  });

  test('to save tokens before they expire leads to a refresh', async () => {
    const { session, store, state } = await startedSession();
    pass(hour);
    store.isBroken = true;
    await expect(session.accessToken()).rejects.toThrow('The disk is full.');
    store.isBroken = false;
    pass(hour);
    expect(await session.accessToken()).toBe('pra_3');
    expect(store.saved).toEqual(['pra_1', 'pra_2', 'pra_3']);
    expect(state.refreshes).toEqual(['prr_1', 'prr_2']);
  });

  test('of the store reaches the caller unchanged', async () => {
    const { player, store, state } = await startedSession();
    pass(hour);
    store.isBroken = true;
    await expect(player.members.get()).rejects.toThrow('The disk is full.');
    expect(state.calls).toEqual([]);
  });

  test('of a refresh in flight does not replace the tokens of a new start', async () => {
    const { session, store } = await startedSession();
    pass(hour);
    const refreshed = session.accessToken();
    const begun = session.start(tokensOf(50));
    expect(await refreshed).toBe('pra_2');
    await begun;
    expect(store.saved).toEqual(['pra_1', 'pra_2', 'pra_50']);
    expect(await session.accessToken()).toBe('pra_50');
  });
});

test('the types accept a session, a function, or a string as the access token', () => {
  type AccessToken = NonNullable<ClientOptions['accessToken']>;
  expectTypeOf<TokenSession['accessToken']>().toExtend<AccessToken>();
  expectTypeOf<() => Promise<string>>().toExtend<AccessToken>();
  expectTypeOf<string>().toExtend<AccessToken>();
});
