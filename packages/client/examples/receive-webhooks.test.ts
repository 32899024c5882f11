import { afterEach, expect, test, vi } from 'vitest';
import { example } from '../src/testing/index.ts';
import { signWebhook } from '../src/webhooks/index.ts';

const secret = `whsec_${btoa('a secret for these tests alone')}`;

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test('the example receives the event of the document, and refuses a wrong signature', async () => {
  vi.stubEnv('WEBHOOK_SECRET', secret);
  const { receive } = await import('./receive-webhooks.ts');
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const event = example('events.ratingUpdated');
  const signed = await signWebhook(event, { secret, id: 'evt_1' });
  const post = (body: string) =>
    receive(new Request('https://courtside.example/hooks', { method: 'POST', ...signed, body }));

  expect((await post(signed.body)).status).toBe(204);
  const { displayName, newRating, sport } = event.data;
  expect(write).toHaveBeenCalledWith(`evt_1: ${displayName} has ${newRating} in ${sport}\n`);
  expect((await post(`${signed.body} `)).status).toBe(401);
  expect(write).toHaveBeenCalledTimes(1);
});
