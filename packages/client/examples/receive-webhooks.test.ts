import document from '@partner-rating/spec/openapi.json' with { type: 'json' };
import { afterEach, expect, test, vi } from 'vitest';
import { signWebhook } from '../src/webhooks/index.ts';

const secret = `whsec_${btoa('a secret for these tests alone')}`;
const event = document.components.examples['events.ratingUpdated'].value;

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test('the example receives the event of the document, and refuses what is not signed', async () => {
  vi.stubEnv('WEBHOOK_SECRET', secret);
  const { receive } = await import('./receive-webhooks.ts');
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const signed = await signWebhook(JSON.stringify(event), { secret, id: 'evt_1' });
  const post = (body: string) =>
    receive(new Request('https://courtside.example/hooks', { method: 'POST', ...signed, body }));

  expect((await post(signed.body)).status).toBe(204);
  expect(write).toHaveBeenCalledWith('evt_1: Mike B. has 4.268 in pickleball\n');
  expect((await post(`${signed.body} `)).status).toBe(401);
  expect(write).toHaveBeenCalledTimes(1);
});
