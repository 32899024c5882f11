import { expect, test } from 'vitest';
import { rejection } from '../test-support/local-server.ts';
import { signWebhook, type VerifyWebhookOptions, verifyWebhook } from './index.ts';

const secret = `whsec_${btoa('a secret for these tests alone')}`;
const now = new Date('2026-09-12T18:04:12Z');
const clock = () => now;

/** What a receiver finds in its log, where these differ from a webhook that is verified. */
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

test('a webhook that is not to be trusted is refused with what to look at', async () => {
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
      "No signature in webhook-signature matches. Check that the secret is the one of this endpoint, and that the body is the raw one, before anything parses it.",
      "The webhook was sent 360 seconds ago, longer than the 300 that are tolerated. It may be a replay, or the clock of this machine is fast.",
      "The webhook is dated 360 seconds ahead, more than the 300 that are tolerated. The clock of this machine may be slow.",
      "There is no body. Either the request is no webhook, or nothing read its body: pass it as bytes or text, such as by express.raw({ type: "*/*" }).",
      "The webhook is signed, but its body is not JSON. Report its webhook-id.",
      "There is no header webhook-id. Either the request is no webhook, or the headers of another request were passed.",
      "The header webhook-id does not have the format of Standard Webhooks.",
      "The header webhook-timestamp does not have the format of Standard Webhooks.",
      "The header webhook-signature does not have the format of Standard Webhooks.",
    ]
  `);
});

test('an argument that cannot be used is refused with what it must be', async () => {
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
      "secret is the signing secret of your webhook endpoint: whsec_ and the key in Base64, whole and without spaces. webhooks.createEndpoint shows it when it makes the endpoint, and webhooks.rotateSecret makes a new one.",
      "toleranceSeconds must be a number of at least 0.",
      "clock returns an invalid date.",
      "body must be the raw body of the request, as text or bytes. A parsed body cannot be verified, so use no body parser on this route, such as by express.raw({ type: "*/*" }).",
      "headers are missing. Pass the Request of the Fetch standard, or { headers, body } with the headers and the raw body of your server.",
      "The body of the request was read before, such as by a middleware. Pass the request unread, or { headers, body } with the text or bytes that were read.",
      "id is up to 256 characters of ASCII, none of them a space or a full stop.",
      "sentAt is a date since 1970.",
    ]
  `);
});

test('what lies on a bound is taken: 1970, no tolerance, a key of 24 and of 64 bytes', async () => {
  for (const length of [24, 64]) {
    const longest = `whsec_${btoa('x'.repeat(length))}`;
    const sentAt = new Date(0);
    const signed = await signWebhook('{}', { secret: longest, sentAt });
    const options = { secret: longest, clock: () => sentAt, toleranceSeconds: 0 };
    expect((await verifyWebhook(signed, options)).sentAt).toEqual(sentAt);
  }
});
