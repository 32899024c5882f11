import { describe, expect, test, vi } from 'vitest';
import { failing, problem } from '../test-support/failing-fetch.ts';
import { rejection } from '../test-support/local-server.ts';

describe('an access token from a function', () => {
  const refusal = () => problem(401, 'unauthenticated');
  const sentTokens = (sent: { headers: Headers }[]) =>
    sent.map(({ headers }) => headers.get('authorization'));

  test('is requested once per call', async () => {
    const { client, sent } = failing(0, refusal);
    const accessToken = vi.fn(async () => 'pra_1');
    const player = client({ apiKey: undefined, accessToken } as never);
    await player.usage.get();
    await player.usage.get();
    expect(sentTokens(sent)).toEqual(['Bearer pra_1', 'Bearer pra_1']);
    expect(accessToken.mock.calls).toEqual([[undefined], [undefined]]);
  });

  test('is requested again after a refusal, even for a write', async () => {
    const { client, sent } = failing(1, refusal);
    const accessToken = vi.fn((refused?: string) => (refused === 'pra_1' ? 'pra_2' : 'pra_1'));
    const player = client({ apiKey: undefined, accessToken, maxRetries: 0 } as never);
    await player.webhooks.deleteEndpoint('whe_01k4yh1w3e7r2t6y9p4q8s5d0a');
    expect(sentTokens(sent)).toEqual(['Bearer pra_1', 'Bearer pra_2']);
  });

  test('fails if there is no other token, or the service refuses that too', async () => {
    const { client, sent } = failing(9, refusal);
    const same = client({ apiKey: undefined, accessToken: () => 'pra_1' } as never);
    expect(await rejection(same.usage.get())).toMatchObject({ name: 'AuthenticationError' });
    let count = 0;
    const others = client({ apiKey: undefined, accessToken: () => `pra_${++count}` } as never);
    expect(await rejection(others.usage.get())).toMatchObject({ name: 'AuthenticationError' });
    expect(sentTokens(sent)).toEqual(['Bearer pra_1', 'Bearer pra_1', 'Bearer pra_2']);
  });

  test('is not sent if it arrives after the abort', async () => {
    const { client, sent } = failing(0, refusal);
    const token = Promise.withResolvers<string>();
    const player = client({ apiKey: undefined, accessToken: () => token.promise } as never);
    const controller = new AbortController();
    const error = rejection(
      player.webhooks.deleteEndpoint('whe_01k4yh1w3e7r2t6y9p4q8s5d0a', {
        signal: controller.signal,
      }),
    );
    controller.abort(new Error('The user left.'));
    expect(await error).toMatchObject({ message: 'The user left.' });
    token.resolve('pra_1');
    await new Promise((resolve) => setTimeout(resolve));
    expect(sent).toEqual([]);
  });

  test('rejects the call if the function fails', async () => {
    const { client, sent } = failing(0, refusal);
    const accessToken = () => Promise.reject(new Error('The player has to connect again.'));
    const call = client({ apiKey: undefined, accessToken } as never).usage.get();
    await expect(call).rejects.toThrow('The player has to connect again.');
    expect(sent).toEqual([]);
  });
});
