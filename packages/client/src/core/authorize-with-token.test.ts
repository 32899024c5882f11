import { describe, expect, test } from 'vitest';
import { failing, unavailable } from '../test-support/failing-fetch.ts';
import { rejection } from '../test-support/local-server.ts';

describe('an access token from a function', () => {
  test('is not sent if it arrives after the abort', async () => {
    const { client, sent } = failing(0, unavailable);
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
    const { client, sent } = failing(0, unavailable);
    const accessToken = () => Promise.reject(new Error('The player has to connect again.'));
    const call = client({ apiKey: undefined, accessToken } as never).usage.get();
    await expect(call).rejects.toThrow('The player has to connect again.');
    expect(sent).toEqual([]);
  });
});
