import { expect, test } from 'vitest';
import { rejection } from '../test-support/local-server.ts';
import { signWebhook, type VerifyWebhookOptions, verifyWebhook } from './index.ts';

const secret = `whsec_${btoa('a secret for these tests alone')}`;
const now = new Date('2026-09-12T18:04:12Z');
const clock = () => now;

/** Returns the error for a valid webhook with these differences. */
async function textOf(given: object = {}, options: Partial<VerifyWebhookOptions> = {}) {
  const signed = await signWebhook('{}', { secret, id: 'evt_1', sentAt: now });
  const error = await rejection(
    verifyWebhook({ ...signed, ...given }, { secret, clock, ...options }),
  );
  return (error as Error).message;
}

const headersWith = async (headers: Record<string, string | string[]>) => ({
  headers: { ...(await signWebhook('{}', { secret, sentAt: now })).headers, ...headers },
});

test('the error of an untrusted webhook says what to check', async () => {
  const dated = (date: string) => ({ clock: () => new Date(date) });
  expect([
    await textOf({}, { secret: `whsec_${btoa('the secret of another endpoint')}` }),
    await textOf({}, dated('2026-09-12T18:10:12Z')),
    await textOf({}, dated('2026-09-12T17:58:12Z')),
    await textOf({ body: undefined }),
    await textOf(await signWebhook('no JSON', { secret, sentAt: now })),
    await textOf({ headers: {} }),
    await textOf(await headersWith({ 'webhook-id': 'evt.1' })),
    await textOf(await headersWith({ 'webhook-timestamp': 'now' })),
    await textOf(await headersWith({ 'webhook-signature': ['v1,a', 'v1,b'] })),
  ]).toMatchInlineSnapshot(`
    [
      "No signature in webhook-signature matches. Check that you pass the secret of this endpoint, and the raw body, as it was before any parser.",
      "The webhook was sent 360 seconds ago, and 300 seconds are tolerated. It may be a replay, or the clock of this machine is fast.",
      "The timestamp of the webhook is 360 seconds in the future, and 300 seconds are tolerated. The clock of this machine may be slow.",
      "There is no body. Either the request is not a webhook, or nothing has read its body: pass it as bytes or text, for example with express.raw({ type: "*/*" }).",
      "The signature is valid, but the body is not JSON. Report the webhook-id to the operator.",
      "The header webhook-id is missing. Either the request is not a webhook, or the headers of another request were passed.",
      "The header webhook-id does not have the format of Standard Webhooks.",
      "The header webhook-timestamp does not have the format of Standard Webhooks.",
      "The header webhook-signature does not have the format of Standard Webhooks.",
    ]
  `);
});

test('the error of an invalid argument says what it must be', async () => {
  const signing = async (options: object) =>
    ((await rejection(signWebhook('{}', { secret, ...options }))) as Error).message;
  const unreachable = () => Promise.reject(new Error('Body is unusable'));
  expect([
    await textOf({}, { secret: 'prk_1' }),
    await textOf({}, { toleranceSeconds: -1 }),
    await textOf({}, { clock: () => new Date('never') }),
    await textOf({ body: { parsed: true } }),
    await textOf({ headers: undefined }),
    await textOf({ arrayBuffer: unreachable, bodyUsed: true }),
    await signing({ id: '' }),
    await signing({ sentAt: new Date(-1) }),
  ]).toMatchInlineSnapshot(`
    [
      "secret must be the signing secret of your webhook endpoint: whsec_ and the complete key in Base64, without spaces. webhooks.createEndpoint returns it when it creates the endpoint, and webhooks.rotateSecret returns a new one.",
      "toleranceSeconds must be a number of at least 0.",
      "clock must return a valid date.",
      "body must be the raw body of the request, as text or bytes. A parsed body cannot be verified, so use no body parser on this route except one for raw bytes, such as express.raw({ type: "*/*" }).",
      "headers is missing. Pass the Request of the Fetch standard, or { headers, body } with the headers and the raw body of your server.",
      "Something has already read the body of the request, such as a middleware. Pass the unread request, or { headers, body } with the text or bytes that were read.",
      "id must be 1 to 256 printable ASCII characters, without a space or a full stop.",
      "sentAt must be a date since 1970.",
    ]
  `);
});

test('values at the limits are valid: 1970, no tolerance, keys of 24 and 64 bytes', async () => {
  for (const length of [24, 64]) {
    const longest = `whsec_${btoa('x'.repeat(length))}`;
    const sentAt = new Date(0);
    const signed = await signWebhook('{}', { secret: longest, sentAt });
    const options = { secret: longest, clock: () => sentAt, toleranceSeconds: 0 };
    expect((await verifyWebhook(signed, options)).sentAt).toEqual(sentAt);
  }
});
