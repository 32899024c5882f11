import { expect, test, vi } from 'vitest';
import { resource } from './resource.ts';
import { responsePromise } from './response-promise.ts';
import type { Transport } from './transport-settings.ts';

interface Courts {
  move(court: string, game: string, query?: object, body?: object, options?: object): unknown;
  close(options?: object): unknown;
}

const Courts = resource<Courts>('courts', {
  move: 'POST /courts/{courtId}/games/{gameId} query body key',
  close: 'DELETE /courts',
});

const courtsOf = (send = vi.fn(() => responsePromise(Promise.resolve({} as never)))) => ({
  send,
  courts: new Courts(send as unknown as Transport),
});

test('a method takes the parameters of the path in their order, then query, body and options', () => {
  const { courts, send } = courtsOf();
  courts.move('c1', 'g2', { dryRun: true }, { to: 3 }, { maxRetries: 0 });
  const operation = { id: 'courts.move', method: 'POST', write: expect.any(Function) };
  const input = { path: { courtId: 'c1', gameId: 'g2' }, query: { dryRun: true }, body: { to: 3 } };
  expect(send).toHaveBeenCalledWith(expect.objectContaining(operation), input, { maxRetries: 0 });
});

test('a method that takes nothing takes the options', () => {
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

test('each client calls with its own credential, and shows none', () => {
  const [one, other] = [courtsOf(), courtsOf()];
  one.courts.close();
  expect(other.send).not.toHaveBeenCalled();
  expect(Object.keys(one.courts)).toEqual([]);
});
