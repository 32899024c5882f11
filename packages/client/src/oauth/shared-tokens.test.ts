import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SessionTokens, TokenStore } from '../index.ts';
import { ConnectionError, TokenSession } from '../index.ts';
import { rejection } from '../test-support/local-server.ts';
import { hour, MemoryStore, pass, tokenService, tokensOf } from '../test-support/token-service.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-09-12T15:30:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A store that several processes share. Its lock is a transaction: saved tokens last once it commits. */
class SharedStore extends MemoryStore implements TokenStore {
  commitFails = false;
  #queue: Promise<unknown> = Promise.resolve();

  lock<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#queue.then(() => this.#transact(work));
    this.#queue = done.catch(() => undefined);
    return done;
  }

  async #transact<Result>(work: () => Promise<Result>): Promise<Result> {
    const { stored } = this;
    const result = await work();
    if (!this.commitFails) return result;
    this.stored = stored;
    throw new Error('The commit failed.');
  }
}

const expired = (number: number): SessionTokens => ({
  ...tokensOf(number),
  expires_at: Date.now() / 1_000,
});

/** Runs work that gets new tokens, while the store cannot save them. */
async function failToSave(store: SharedStore, work: () => Promise<unknown>): Promise<void> {
  store.isBroken = true;
  await expect(work()).rejects.toThrow('The disk is full.');
  store.isBroken = false;
}

/** Returns two sessions, like those of two processes, and the store that they share. */
function sharedConnection(stored: SessionTokens | null) {
  const { state, oauth } = tokenService();
  const store = new SharedStore(stored);
  const session = new TokenSession({ oauth, store });
  const elsewhere = new TokenSession({ oauth, store });
  return { state, store, session, elsewhere };
}

describe('the lock of a store', () => {
  test('lets processes that share a connection refresh one at a time', async () => {
    const { state, oauth } = tokenService();
    const store = new SharedStore(expired(1));
    const sessions = Array.from({ length: 5 }, () => new TokenSession({ oauth, store }));
    const given = await Promise.all(sessions.map((session) => session.accessToken()));
    expect(given).toEqual(Array(5).fill('pra_2'));
    expect(state.refreshes).toEqual(['prr_1']);
  });

  test('fails all waiting calls if it fails after the work, and the next call saves', async () => {
    const { store, session, state } = sharedConnection(expired(1));
    store.commitFails = true;
    const errors = await Promise.all(
      Array.from({ length: 3 }, () => rejection(session.accessToken())),
    );
    for (const error of errors) expect(error).toMatchObject({ message: 'The commit failed.' });
    expect(store.stored).toMatchObject({ access_token: 'pra_1' });
    store.commitFails = false;
    expect(await session.accessToken()).toBe('pra_2');
    expect(store.stored).toMatchObject({ access_token: 'pra_2' });
    expect(state.refreshes).toEqual(['prr_1']);
  });

  test('loses no tokens if it fails after a late save and a refresh', async () => {
    const { store, session, state } = sharedConnection(expired(1));
    await failToSave(store, () => session.accessToken());
    pass(hour);
    store.commitFails = true;
    await expect(session.accessToken()).rejects.toThrow('The commit failed.');
    store.commitFails = false;
    expect(await session.accessToken()).toBe('pra_3');
    expect(store.stored).toMatchObject({ access_token: 'pra_3' });
    expect(state.refreshes).toEqual(['prr_1', 'prr_2']);
  });

  test('leaves the tokens of a start to the next call if it fails', async () => {
    const { store, session, state } = sharedConnection(null);
    store.commitFails = true;
    await expect(session.start(tokensOf(1))).rejects.toThrow('The commit failed.');
    store.commitFails = false;
    expect(await session.accessToken()).toBe('pra_1');
    expect(store.stored).toMatchObject({ access_token: 'pra_1' });
    expect(state.refreshes).toEqual([]);
  });
});

describe('tokens that could not be saved', () => {
  test('of a refresh are dropped after another process has saved newer tokens', async () => {
    const { store, session, elsewhere, state } = sharedConnection(expired(1));
    await failToSave(store, () => session.accessToken());
    state.repeats = true;
    expect(await elsewhere.accessToken()).toBe('pra_2');
    state.repeats = false;
    pass(hour);
    expect(await elsewhere.accessToken()).toBe('pra_3');

    expect(await session.accessToken()).toBe('pra_3');
    expect(store.saved).toEqual(['pra_2', 'pra_3']);
    expect(state.refreshes).toEqual(['prr_1', 'prr_1', 'prr_2']);
    pass(hour);
    expect(await session.accessToken()).toBe('pra_4');
  });

  test('of a start are dropped after the player has connected in another process', async () => {
    const { store, session, elsewhere, state } = sharedConnection(null);
    await failToSave(store, () => session.start(tokensOf(40)));
    await elsewhere.start(tokensOf(1));
    pass(hour);
    expect(await elsewhere.accessToken()).toBe('pra_2');

    expect(await session.accessToken()).toBe('pra_2');
    expect(store.saved).toEqual(['pra_1', 'pra_2']);
    expect(state.refreshes).toEqual(['prr_1']);
  });

  test('of a start reach no call after they are dropped', async () => {
    const { store, session, elsewhere, state } = sharedConnection(null);
    await elsewhere.start(tokensOf(1));
    store.isBroken = true;
    vi.spyOn(store, 'load').mockResolvedValueOnce(null);
    await expect(session.start(tokensOf(40))).rejects.toThrow('The disk is full.');
    store.isBroken = false;
    state.isDown = true;
    for (const _ of [1, 2]) {
      expect(await rejection(session.accessToken('pra_1'))).toBeInstanceOf(ConnectionError);
    }
    expect(store.saved).toEqual(['pra_1']);
  });

  test('of a start are saved by the next call if no process has saved others', async () => {
    const { store, session } = sharedConnection(null);
    await session.start(tokensOf(1));
    await failToSave(store, () => session.start(tokensOf(40)));
    expect(await session.accessToken()).toBe('pra_40');
    expect(store.saved).toEqual(['pra_1', 'pra_40']);
  });

  test('of a start are saved by the next call even if the store could not be read', async () => {
    const { store, session } = sharedConnection(null);
    await session.start(tokensOf(1));
    store.isBroken = true;
    vi.spyOn(store, 'load').mockRejectedValueOnce(new Error('The database is gone.'));
    await expect(session.start(tokensOf(40))).rejects.toThrow('The disk is full.');
    store.isBroken = false;
    expect(await session.accessToken()).toBe('pra_40');
    expect(store.saved).toEqual(['pra_1', 'pra_40']);
  });

  test('are saved only once if the connection has ended', async () => {
    const { store, session, state } = sharedConnection(null);
    await failToSave(store, () => session.start(tokensOf(40)));
    pass(hour);
    const refusals = [
      await rejection(session.accessToken()),
      await rejection(session.accessToken()),
    ];
    for (const refusal of refusals) expect(refusal).toMatchObject({ errorCode: 'invalid_grant' });
    expect(store.saved).toEqual(['pra_40', null]);
    expect(state.refreshes).toEqual(['prr_40']);
  });
});

test('a start replaces stored tokens that cannot be read', async () => {
  const { store, session } = sharedConnection(expired(1));
  vi.spyOn(store, 'load').mockRejectedValue(new Error('They were encrypted by another key.'));
  await session.start(tokensOf(2));
  expect(store.saved).toEqual(['pra_2']);
  expect(await session.accessToken()).toBe('pra_2');
});
