import { type IncomingMessage, request as sendRequest } from 'node:http';
import { testRows } from '@partner-rating/table-tests';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { PartnerRatingError } from '../index.ts';
import { rejection } from '../test-support/local-server.ts';
import {
  type ReceivedWebhook,
  signWebhook,
  type VerifyWebhookOptions,
  verifyWebhook,
  WebhookVerificationError,
  type WebhookVerificationErrorCode,
} from './index.ts';

/** The message whose signature the Standard Webhooks libraries publish. */
const published = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  sentAt: new Date(1_614_265_330_000),
  webhook: {
    headers: {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    },
    body: '{"test": 2432232314}',
  },
};
const clock = () => published.sentAt;
const { secret } = published;
const otherSecret = `whsec_${btoa('another secret of the same service')}`;

/** The published message with other headers. */
function withHeaders(headers: Record<string, string | string[] | undefined>) {
  return { ...published.webhook, headers: { ...published.webhook.headers, ...headers } };
}

/** The published message at another time, signed by an independent implementation. */
function signedElsewhere(by: string, sentAt = published.sentAt, body = published.webhook.body) {
  const signature = new Webhook(by).sign('msg_p5jXN8AQM9LWM0D4loKWxJek', sentAt, body);
  const timestamp = String(Math.floor(sentAt.getTime() / 1_000));
  return {
    ...withHeaders({ 'webhook-timestamp': timestamp, 'webhook-signature': signature }),
    body,
  };
}

async function codeOf(
  webhook: ReceivedWebhook,
  options: Partial<VerifyWebhookOptions> = {},
): Promise<WebhookVerificationErrorCode> {
  const error = await rejection(verifyWebhook(webhook, { secret, clock, ...options }));
  expect(error).toBeInstanceOf(WebhookVerificationError);
  return (error as WebhookVerificationError).code;
}

describe('a webhook is verified', () => {
  test('if the independent library signed it, with any body', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.json(),
        fc.uint8Array({ minLength: 24, maxLength: 64 }),
        async (body, key) => {
          const by = `whsec_${Buffer.from(key).toString('base64')}`;
          const webhook = signedElsewhere(by, published.sentAt, body);
          const { event } = await verifyWebhook(webhook, { secret: by, clock });
          expect(event).toEqual(JSON.parse(body));
        },
      ),
    );
  });

  testRows([
    ['text', (body: string) => body],
    ['bytes', (body: string) => new TextEncoder().encode(body)],
    ['a Buffer', (body: string) => Buffer.from(body)],
    ['an ArrayBuffer', (body: string) => new TextEncoder().encode(body).buffer],
    [
      'a part of a larger ArrayBuffer',
      (body: string) => Buffer.from(`{}${body}{}`).subarray(2, -2),
    ],
  ])('with its body as text or bytes', async (_, as) => {
    const { body, ...rest } = signedElsewhere(secret, clock(), '{"displayName":"Łukasz 😀"}');
    const { event } = await verifyWebhook({ ...rest, body: as(body) }, { secret, clock });
    expect(event).toEqual({ displayName: 'Łukasz 😀' });
  });

  testRows([
    ['Headers', (headers: Record<string, string>) => new Headers(headers)],
    ['an object in any case', upperCase],
    ['lists of one value', (headers: Record<string, string>) => mapValues(headers, (one) => [one])],
  ])('with its headers in every form', async (_, as) => {
    const { body, headers } = published.webhook;
    const { id } = await verifyWebhook({ body, headers: as(headers) }, { secret, clock });
    expect(id).toBe('msg_p5jXN8AQM9LWM0D4loKWxJek');
  });

  test('as a Request, and as an express-like request with its headers and body', async () => {
    const request = new Request('https://courtside.example/hooks', {
      method: 'POST',
      ...published.webhook,
    });
    expect((await verifyWebhook(request, { secret, clock })).event).toEqual({ test: 2432232314 });
    const incoming = { ...published.webhook, method: 'POST' };
    expect((await verifyWebhook(incoming, { secret, clock })).event).toEqual({ test: 2432232314 });
  });

  test('from the headers of Node, through a real server', async () => {
    const { localServer } = await import('../test-support/local-server.ts');
    const { baseUrl, requests } = await localServer((response) => response.writeHead(204).end());
    const { headers, body } = published.webhook;
    await new Promise<IncomingMessage>((resolve, reject) => {
      sendRequest(baseUrl, { method: 'POST', headers }, resolve).on('error', reject).end(body);
    });
    const [received] = requests;
    if (received === undefined) throw new Error('Nothing was received.');
    expect(await verifyWebhook(received, { secret, clock })).toMatchObject({
      event: { test: 2432232314 },
    });
  });

  test('with the clock of the machine by default', async () => {
    const signed = await signWebhook('{}', { secret });
    await verifyWebhook(signed, { secret });
    const old = await signWebhook('{}', { secret, sentAt: new Date(Date.now() - 400_000) });
    await expect(verifyWebhook(old, { secret })).rejects.toThrow('sent 400 seconds ago');
  });
});

describe('a webhook is refused', () => {
  afterEach(() => vi.useRealTimers());

  testRows([
    ['body', 0],
    ['id', 1],
    ['timestamp', 2],
    ['signature', 3],
  ])('when one byte has changed', async (_, part) => {
    const { headers, body } = published.webhook;
    const values = [body, ...Object.values(headers)];
    const value = Buffer.from(values[part] ?? '');
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: value.length - 1 }),
        fc.integer({ min: 1, max: 255 }),
        async (position, change) => {
          const changed = Buffer.from(value);
          changed.writeUInt8(changed.readUInt8(position) ^ change, position);
          // A header field holds characters, each a byte; the body holds bytes.
          const [id, timestamp, signature] = values
            .slice(1)
            .map((one, index) => (index + 1 === part ? changed.toString('latin1') : one));
          const webhook = {
            ...withHeaders({
              'webhook-id': id,
              'webhook-timestamp': timestamp,
              'webhook-signature': signature,
            }),
            body: part === 0 ? changed : body,
          };
          const options = { toleranceSeconds: Number.POSITIVE_INFINITY };
          expect(['no_matching_signature', 'malformed_header']).toContain(
            await codeOf(webhook, options),
          );
        },
      ),
      { numRuns: 200 },
    );
  });

  testRows(['webhook-id', 'webhook-timestamp', 'webhook-signature'])(
    'without one of its headers',
    async (name) => {
      expect(await codeOf(withHeaders({ [name]: undefined }))).toBe('missing_header');
      expect(await codeOf(withHeaders({ [name]: '' }))).toBe('missing_header');
      expect(await codeOf(withHeaders({ [name]: [] }))).toBe('missing_header');
      const headers = new Headers(published.webhook.headers);
      headers.delete(name);
      expect(await codeOf({ ...published.webhook, headers })).toBe('missing_header');
    },
  );

  testRows([
    ['a very long id', { 'webhook-id': 'm'.repeat(10_000) }],
    ['a time that is not a number', { 'webhook-timestamp': 'now' }],
    ['a time in another base', { 'webhook-timestamp': '0x60369d72' }],
    ['a time with a sign', { 'webhook-timestamp': '+1614265330' }],
    ['a very long time', { 'webhook-timestamp': '1'.repeat(10_000) }],
    ['two ids', { 'webhook-id': ['msg_1', 'msg_2'] }],
    ['two ids in different case', { 'Webhook-Id': 'msg_2' }],
  ])('with an invalid header', async (_, headers) => {
    expect(await codeOf(withHeaders(headers))).toBe('malformed_header');
  });

  const { 'webhook-signature': signature } = published.webhook.headers;
  testRows([
    ['of another version', signature.replace('v1', 'v2')],
    ['without a version', signature.slice(3)],
    ['with the version in upper case', signature.replace('v1', 'V1')],
    ['that is empty', 'v1,'],
    ['that is a comma', ','],
    ['cut short', signature.slice(0, 20)],
    ['with text after it', `${signature}AAAA`],
    ['without its padding', signature.replace('=', '')],
    ['in Base64 for URLs', signature.replace('+', '-').replace('/', '_')],
    ['with other unused bits at its end', signature.replace('OE=', 'OF=')],
    ['that is not Base64', 'v1,****************************************====='],
    ['separated by other characters than spaces', `v2,x\t${signature}`],
    ['of only spaces', '     '],
    ['named like an inherited property', '__proto__'],
  ])('with another signature', async (_, given) => {
    expect(await codeOf(withHeaders({ 'webhook-signature': given }))).toBe('no_matching_signature');
  });

  test('with 100,000 signatures, and signs only once per secret', async () => {
    const sign = vi.spyOn(crypto.subtle, 'sign');
    const wrong = Array.from({ length: 100_000 }, (_, index) =>
      signature.replace('g0hM9', String(index).padStart(5, '0')),
    );
    const webhook = withHeaders({ 'webhook-signature': wrong.join(' ') });
    expect(await codeOf(webhook, { secret: [secret, otherSecret] })).toBe('no_matching_signature');
    expect(sign).toHaveBeenCalledTimes(2);
    sign.mockRestore();
  });

  testRows([
    ['no JSON', '{"test": '],
    ['empty', ''],
    ['JSON after a byte order mark', '\uFEFF{}'],
  ])('when its signed body is not JSON', async (_, body) => {
    const { headers } = await signWebhook(body, { secret, sentAt: clock() });
    expect(await codeOf({ headers, body })).toBe('body_not_json');
    expect(await codeOf({ headers, body: Buffer.from(body) })).toBe('body_not_json');
  });

  testRows([
    ['undefined', undefined],
    ['null', null],
    ['the empty object of Express 4', {}],
  ])('when it has no body', async (_, body) => {
    expect(await codeOf({ ...published.webhook, body } as ReceivedWebhook)).toBe('missing_body');
  });

  test('before its body is read, if the headers are invalid', async () => {
    const arrayBuffer = vi.fn();
    const request = { headers: new Headers({ 'webhook-id': 'msg_1' }), arrayBuffer };
    await expect(verifyWebhook(request, { secret, clock })).rejects.toThrow('webhook-timestamp');
    expect(arrayBuffer).not.toHaveBeenCalled();
  });

  test('with an error of the client that contains no part of it', async () => {
    const webhook = withHeaders({ 'webhook-signature': 'v1,bWFsaWNlCg==' });
    const error = await rejection(verifyWebhook(webhook, { secret, clock }));
    expect(error).toBeInstanceOf(PartnerRatingError);
    expect(error).toMatchObject({ name: 'WebhookVerificationError', statusCode: undefined });
    expect(String(error)).not.toContain('bWFsaWNl');
    expect(String(error)).not.toContain(secret);
  });
});

describe('verifyWebhook throws a TypeError', () => {
  test('for missing arguments, or arguments in another order', async () => {
    const { headers, body } = published.webhook;
    const calls = [[], [published.webhook], [body, headers, secret], [undefined, { secret }]];
    for (const given of calls) {
      const call = Reflect.apply(verifyWebhook, undefined, given) as Promise<unknown>;
      const error = await call.catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(TypeError);
      expect((error as Error).message).toContain('Call verifyWebhook(request, { secret })');
    }
  });

  const refused = async (webhook: unknown, options: Partial<VerifyWebhookOptions> = {}) =>
    await rejection(verifyWebhook(webhook as ReceivedWebhook, { secret, clock, ...options }));

  testRows([
    ['only the body', published.webhook.body],
    ['the body without its headers', { body: published.webhook.body }],
    ['headers that are null', { ...published.webhook, headers: null }],
  ])('for a webhook without headers or body', async (_, webhook) => {
    const error = await refused(webhook);
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).toContain('{ headers, body }');
  });

  testRows([
    ['empty', ''],
    ['not there', undefined],
    ['an API key', 'prk_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    ['without its prefix', 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    ['cut short', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZI'],
    ['too long', `whsec_${btoa('x'.repeat(65))}`],
    ['with a line break', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n'],
    ['no Base64', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw*'],
    ['one character too long', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwA'],
    ['with a space before the key', 'whsec_ MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    ['in upper case', 'WHSEC_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    ['a number', [5]],
    ['nothing in a list', [null]],
    ['an empty list', []],
    ['an invalid secret in a list', ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'whsec_']],
  ])('for an invalid secret', async (_, wrong) => {
    const error = await refused(published.webhook, { secret: wrong as string });
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).toContain('without spaces');
    expect(String(error)).not.toContain('MfKQ9r8');
  });

  testRows([-1, Number.NaN])('for an invalid tolerance', async (toleranceSeconds) => {
    expect(await refused(published.webhook, { toleranceSeconds })).toBeInstanceOf(TypeError);
  });
});

function upperCase(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
  );
}

function mapValues<Value>(headers: Record<string, string>, change: (value: string) => Value) {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, change(value)]));
}
