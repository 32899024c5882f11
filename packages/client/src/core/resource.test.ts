import { expect, test, vi } from 'vitest';
import { resource } from './resource.ts';
import { responsePromise } from './response-promise.ts';
import type { Transport } from './transport-settings.ts';

interface Courts {
  move(court: string, game: string, query?: object, body?: object, options?: object): unknown;
  close(options?: object): unknown;
  get(court?: string, query?: object, options?: object): unknown;
  list(court?: string, query?: object, options?: object): PromiseLike<unknown>;
}

const Courts = resource<Courts>('courts', {
  move: 'POST /courts/{courtId}/games/{gameId} query body key',
  close: 'DELETE /courts',
  get: 'GET /court id:courtId query',
  list: 'GET /court/games id:courtId query pages:games',
});

const page = { data: { games: [], nextCursor: null }, response: new Response() };

const courtsOf = (send = vi.fn(() => responsePromise(Promise.resolve({} as never)))) => ({
  send,
  courts: new Courts(send as unknown as Transport),
});

test('a method takes the path parameters in order, then query, body, and options', () => {
  const { courts, send } = courtsOf();
  courts.move('c1', 'g2', { dryRun: true }, { to: 3 }, { maxRetries: 0 });
  const operation = { id: 'courts.move', method: 'POST', write: expect.any(Function) };
  const input = { path: { courtId: 'c1', gameId: 'g2' }, query: { dryRun: true }, body: { to: 3 } };
  expect(send).toHaveBeenCalledWith(expect.objectContaining(operation), input, { maxRetries: 0 });
});

test('a method without parameters takes the options', () => {
  const { courts, send } = courtsOf();
  courts.close({ maxRetries: 1 });
  expect(send).toHaveBeenCalledWith(
    expect.objectContaining({ id: 'courts.close' }),
    {},
    {
      maxRetries: 1,
    },
  );
});

test('a method takes an optional identifier before the optional query', () => {
  const { courts, send } = courtsOf();
  courts.get('c1', { sport: 'padel' }, { maxRetries: 0 });
  courts.get();
  const operation = expect.objectContaining({ id: 'courts.get' });
  expect(send.mock.calls).toEqual([
    [operation, { query: { courtId: 'c1', sport: 'padel' } }, { maxRetries: 0 }],
    [operation, { query: { courtId: undefined } }, undefined],
  ]);
});

test('a list takes an identifier before the query too', async () => {
  const { courts, send } = courtsOf(vi.fn(() => responsePromise(Promise.resolve(page as never))));
  await courts.list('c1', { limit: 5 });
  const query = expect.objectContaining({ courtId: 'c1', limit: 5 });
  expect(send.mock.calls).toEqual([[expect.anything(), { query }, undefined]]);
});

test('each client uses its own credential, and does not show it', () => {
  const [one, other] = [courtsOf(), courtsOf()];
  one.courts.close();
  expect(other.send).not.toHaveBeenCalled();
  expect(Object.keys(one.courts)).toEqual([]);
});
