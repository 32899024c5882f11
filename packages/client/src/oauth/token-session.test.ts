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

const tooMany = (seconds: number) => (): Response =>
  Response.json(
    { code: 'rate_limited' },
    { status: 429, headers: { 'retry-after': String(seconds) } },
  );

async function startedSession(maxRetries?: number) {
  const { state, oauth, playerOf } = tokenService(maxRetries);
  const store = new MemoryStore();
  const session = new TokenSession({ oauth, store });
  await session.start(tokensOf(1));
  return { state, oauth, store, session, player: playerOf(session.accessToken) };
}

describe('a session', () => {
  test('saves the tokens it starts with, and when they expire', async () => {
    const { store } = await startedSession();
    expect(store.stored).toEqual({
      ...tokensOf(1),
      expires_at: Date.parse('2026-09-12T16:30:00Z') / 1_000,
    });
  });

  test('gives the token as long as it works, without asking store or service', async () => {
    const { session, store, state } = await startedSession();
    const load = vi.spyOn(store, 'load');
    pass(hour - 61);
    expect(await session.accessToken()).toBe('pra_1');
    expect(load).not.toHaveBeenCalled();
    expect(state.refreshes).toEqual([]);
  });

  test('refreshes a minute before the token expires, and saves what it got', async () => {
    const { session, store, state } = await startedSession();
    pass(hour - 60);
    expect(await session.accessToken()).toBe('pra_2');
    expect(store.saved).toEqual(['pra_1', 'pra_2']);
    expect(state.refreshes).toEqual(['prr_1']);
  });

  test('refreshes again when the new token expires', async () => {
    const { session, state } = await startedSession();
    for (const number of [2, 3, 4]) {
      pass(hour);
      expect(await session.accessToken()).toBe(`pra_${number}`);
    }
    expect(state.refreshes).toEqual(['prr_1', 'prr_2', 'prr_3']);
  });

  test('refreshes in single flight, however many calls wait', async () => {
    const { player, state } = await startedSession();
    pass(hour);
    const members = await Promise.all(Array.from({ length: 50 }, () => player.members.get()));
    expect(members).toHaveLength(50);
    expect(state.refreshes).toEqual(['prr_1']);
    expect(new Set(state.calls)).toEqual(new Set(['Bearer pra_2']));
  });

  test('continues from the store in another process', async () => {
    const { store, oauth, state } = await startedSession();
    const elsewhere = new TokenSession({ oauth, store });
    expect(await elsewhere.accessToken()).toBe('pra_1');
    expect(state.refreshes).toEqual([]);
  });

  test('uses the tokens that another process refreshed', async () => {
    const { session, store, oauth, state } = await startedSession();
    pass(hour);
    await new TokenSession({ oauth, store }).accessToken();
    expect(await session.accessToken()).toBe('pra_2');
    expect(state.refreshes).toEqual(['prr_1']);
  });

  test('does not refresh at every call where tokens live for less than a minute', async () => {
    const { session, state } = await startedSession();
    state.expiresIn = 30;
    pass(hour);
    await session.accessToken();
    pass(14);
    expect(await session.accessToken()).toBe('pra_2');
    pass(1);
    expect(await session.accessToken()).toBe('pra_3');
  });

  test('shows its tokens neither printed nor as JSON', async () => {
    const { session } = await startedSession();
    expect(inspect(session, { depth: 9, showHidden: true }) + JSON.stringify(session)).not.toMatch(
      /pr[ar]_1/,
    );
  });
});

describe('a token that the service refuses', () => {
  test('is replaced within the call', async () => {
    const { state, oauth, playerOf } = tokenService();
    const session = new TokenSession({ oauth, store: new MemoryStore() });
    await session.start(tokensOf(1, { access_token: 'pra_revoked' }));
    expect(await playerOf(session.accessToken).members.get()).toEqual({ displayName: 'Mike B.' });
    expect(state.calls).toEqual(['Bearer pra_revoked', 'Bearer pra_2']);
    expect(state.refreshes).toEqual(['prr_1']);
  });

  test('is replaced once for many calls, also for one that is refused late', async () => {
    const { state, oauth, playerOf } = tokenService();
    const session = new TokenSession({ oauth, store: new MemoryStore() });
    await session.start(tokensOf(1, { access_token: 'pra_revoked' }));
    const player = playerOf(session.accessToken);
    await Promise.all(Array.from({ length: 20 }, () => player.members.get()));
    expect(await session.accessToken('pra_revoked')).toBe('pra_2');
    expect(state.refreshes).toEqual(['prr_1']);
  });

  test('is retried once: the second refusal is the error', async () => {
    const { state, playerOf } = tokenService();
    let number = 100;
    const player = playerOf(async () => `pra_${number++}`);
    expect(await rejection(player.members.get())).toMatchObject({ name: 'AuthenticationError' });
    expect(state.calls).toEqual(['Bearer pra_100', 'Bearer pra_101']);
  });

  test('is the error at once where the provider has no other', async () => {
    const { state, playerOf } = tokenService();
    const player = playerOf(() => 'pra_old');
    expect(await rejection(player.members.get())).toMatchObject({ statusCode: 401 });
    expect(state.calls).toEqual(['Bearer pra_old']);
  });
});

describe('an ended connection', () => {
  test('is one error for every call that waits, and the store is cleared', async () => {
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

  test('stays ended, with the same error and no request', async () => {
    const { session, store, state } = await startedSession();
    state.newest = 9;
    pass(hour);
    await rejection(session.accessToken());
    expect(await rejection(session.accessToken())).toMatchObject({
      name: 'OAuthError',
      errorCode: 'invalid_grant',
    });
    expect(state.refreshes).toHaveLength(1);
    expect(store.saved).toEqual(['pra_1', null]);
  });

  test('is known by an error of another copy of the package', async () => {
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

  test('starts again with new tokens', async () => {
    const { session, player, state } = await startedSession();
    state.newest = 9;
    pass(hour);
    await rejection(session.accessToken());
    await session.start(tokensOf(9));
    expect(await player.members.get()).toEqual({ displayName: 'Mike B.' });
  });

  test('is the state of a session that never started', async () => {
    const { oauth, state } = tokenService();
    const session = new TokenSession({ oauth, store: new MemoryStore() });
    expect(await rejection(session.accessToken())).toMatchObject({
      errorCode: 'invalid_grant',
      message: expect.stringContaining('The connection has ended, or start() was not called.'),
    });
    expect(state.refreshes).toEqual([]);
  });

  test('is the state once the token has expired without a refresh token, and not before', async () => {
    const { oauth } = tokenService();
    const store = new MemoryStore();
    const session = new TokenSession({ oauth, store });
    await session.start(tokensOf(1, { refresh_token: null }));
    pass(hour - 1);
    expect(await session.accessToken()).toBe('pra_1');
    expect(store.stored).not.toBeNull();
    pass(1);
    expect(await rejection(session.accessToken())).toMatchObject({ errorCode: 'invalid_grant' });
    expect(store.stored).toBeNull();
  });
});

describe('a failure', () => {
  test('of the service is the error, and the tokens stay for the next call', async () => {
    const { session, store, state } = await startedSession();
    pass(hour);
    state.isDown = true;
    const errors = await Promise.all([
      rejection(session.accessToken()),
      rejection(session.accessToken()),
    ]);
    for (const error of errors) expect(error).toBeInstanceOf(ConnectionError);
    expect(store.saved).toEqual(['pra_1']);
    state.isDown = false;
    expect(await session.accessToken()).toBe('pra_2');
  });

  test('of a refresh before the token expires fails no call, and is tried again when asked to', async () => {
    const { session, state } = await startedSession();
    pass(hour - 60);
    state.refusals = [tooMany(20)];
    const given = await Promise.all(Array.from({ length: 5 }, () => session.accessToken()));
    expect(given).toEqual(Array(5).fill('pra_1'));
    pass(19);
    state.refusals = [tooMany(20)];
    expect(await session.accessToken()).toBe('pra_1');
    // It has not been asked: the refusal is still to come.
    expect(state.refusals).toHaveLength(1);
    state.refusals = [];
    pass(1);
    expect(await session.accessToken()).toBe('pra_2');
  });

  test('of a refresh that says no time is tried again after five seconds', async () => {
    const { session, state } = await startedSession();
    pass(hour - 60);
    state.isDown = true;
    expect(await session.accessToken()).toBe('pra_1');
    state.isDown = false;
    pass(4);
    expect(await session.accessToken()).toBe('pra_1');
    pass(1);
    expect(await session.accessToken()).toBe('pra_2');
  });

  test('of every refresh fails calls once the token has expired', async () => {
    const { session, state } = await startedSession();
    pass(hour - 30);
    state.isDown = true;
    expect(await session.accessToken()).toBe('pra_1');
    pass(30);
    expect(await rejection(session.accessToken())).toBeInstanceOf(ConnectionError);
    state.isDown = false;
    expect(await session.accessToken()).toBe('pra_2');
  });

  test('of a refresh gives out no token that the service refused', async () => {
    const { session, state } = await startedSession();
    pass(hour - 30);
    state.isDown = true;
    expect(await rejection(session.accessToken('pra_1'))).toBeInstanceOf(ConnectionError);
  });

  test('of one refresh by a rate limit fails no caller: it is retried', async () => {
    const { player, state } = await startedSession(2);
    pass(hour);
    state.refusals = [tooMany(1)];
    const members = Promise.all(Array.from({ length: 50 }, () => player.members.get()));
    await vi.advanceTimersByTimeAsync(1_500);
    expect(await members).toHaveLength(50);
    expect(state.refreshes).toEqual(['prr_1']);
  });

  test('to save new tokens keeps them from all calls, and the next call saves them', async () => {
    const { session, store, state } = await startedSession();
    pass(hour);
    store.isBroken = true;
    await expect(session.accessToken()).rejects.toThrow('The disk is full.');
    await expect(session.accessToken()).rejects.toThrow('The disk is full.');
    store.isBroken = false;
    expect(await session.accessToken()).toBe('pra_2');
    expect(store.saved).toEqual(['pra_1', 'pra_2']);
    expect(state.refreshes).toEqual(['prr_1']);
  });

  test('to save tokens until they expired leads to a refresh at once', async () => {
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

  test('does not mix with a new start, which waits for a refresh in flight and then wins', async () => {
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

test('the types let a session, a function and a string be the access token', () => {
  type AccessToken = NonNullable<ClientOptions['accessToken']>;
  expectTypeOf<TokenSession['accessToken']>().toExtend<AccessToken>();
  expectTypeOf<() => Promise<string>>().toExtend<AccessToken>();
  expectTypeOf<string>().toExtend<AccessToken>();
});
