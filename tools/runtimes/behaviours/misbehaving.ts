import type { ClientOptions, PartnerRatingClient } from '@partner-rating/client';
import { equal, isTrue, rejection } from './assert.ts';
import { anyId } from './random.ts';
import type { Behaviours, Library, Setting } from './setting.ts';

type Target = Setting['misbehaving'];

interface Misbehaviour {
  client: PartnerRatingClient;
  /** Returns how many requests of this client have arrived. */
  received: () => Promise<number>;
  /** Returns how many requests have followed a redirect. */
  followed: () => Promise<number>;
}

/** Returns a client of a service that misbehaves in this way, only to this client. */
function misbehaving(
  { PartnerRatingClient }: Library,
  { origin, elsewhere }: Target,
  way: string,
  options: Omit<ClientOptions, 'apiKey' | 'accessToken'> = {},
): Misbehaviour {
  const id = anyId();
  const own = `${way}/${id}`;
  const baseUrl = `${origin}/misbehaving/${own}/api/v1`;
  return {
    client: new PartnerRatingClient({ apiKey: 'prk_of_the_proof', baseUrl, ...options }),
    received: async () => Number(await (await fetch(`${origin}/received/${own}`)).text()),
    followed: async () => Number(await (await fetch(`${elsewhere}/received/${id}`)).text()),
  };
}

export const misbehavingServer: Behaviours<Target> = {
  'a call is retried after 503 and the time of Retry-After': async (library, target) => {
    const { client, received } = misbehaving(library, target, 'unavailable-once');
    const began = Date.now();
    equal(await client.usage.get(), { requests: 2 });
    equal(await received(), 2);
    isTrue(Date.now() - began >= 990, 'a wait of a second');
  },

  'a call is retried after 429': async (library, target) => {
    const { client, received } = misbehaving(library, target, 'rate-limited-once');
    equal(await client.usage.get(), { requests: 2 });
    equal(await received(), 2);
  },

  'a call is retried after the connection breaks': async (library, target) => {
    const { client } = misbehaving(library, target, 'breaks-once');
    equal(await client.usage.get(), { requests: 2 });
  },

  'an attempt that hangs is retried': async (library, target) => {
    // Long enough for the second attempt on a busy machine.
    const { client } = misbehaving(library, target, 'silent-once', { attemptTimeoutMs: 5_000 });
    equal(await client.usage.get(), { requests: 2 });
  },

  'a refresh that a rate limit refuses is retried': async (library, target) => {
    const { client } = misbehaving(library, target, 'rate-limited-once');
    const tokens: unknown = await client.oauth.refresh({ refresh_token: 'prr_of_the_proof' });
    equal(tokens, { requests: 2 });
  },

  // Browsers, workerd, and React Native do not say why there is no response, so the code may have been sent.
  'a code is exchanged again if the runtime says that it was never sent': async (library) => {
    let sent = 0;
    const client = new library.PartnerRatingClient({
      apiKey: 'prk_of_the_proof',
      baseUrl: 'http://nowhere.invalid/api/v1',
      fetch: (url, init) => {
        sent += 1;
        return fetch(url, init);
      },
    });
    const code = { code: 'prc_of_the_proof', redirect_uri: 'https://courtside.example/callback' };
    const call = client.oauth.exchangeToken(code);
    await rejection(call, { name: 'ConnectionError' });
    const { userAgent, product }: { userAgent?: string; product?: string } =
      globalThis.navigator ?? {};
    const isSilent = product === 'ReactNative' || /^(Mozilla|Cloudflare)/.test(userAgent ?? '');
    equal(sent, isSilent ? 1 : 3);
  },

  'a write is retried with the same idempotency key': async (library, target) => {
    const { client } = misbehaving(library, target, 'unavailable-once-to-each-key');
    equal(await client.matches.testWebhook(), { requests: 2 });
  },

  'a long Retry-After is a RateLimitError with retryAfter': async (library, target) => {
    const { client, received } = misbehaving(library, target, 'rate-limited-for-long');
    await rejection(client.usage.get(), {
      name: 'RateLimitError',
      statusCode: 429,
      retryAfter: 120,
    });
    equal(await received(), 1);
  },

  'a silent service is a TimeoutError': async (library, target) => {
    const { client } = misbehaving(library, target, 'silent', { timeoutMs: 200, maxRetries: 0 });
    await rejection(client.usage.get(), { name: 'TimeoutError', code: 'timeout', timeoutMs: 200 });
  },

  'a body that stops half-way is a TimeoutError': async (library, target) => {
    const { client } = misbehaving(library, target, 'stalls', { timeoutMs: 1_000 });
    await rejection(client.usage.get(), { name: 'TimeoutError', code: 'timeout' });
  },

  'a call that is aborted rejects with the reason': async (library, target) => {
    const { client } = misbehaving(library, target, 'silent');
    const controller = new AbortController();
    const call = client.usage.get({ signal: controller.signal });
    setTimeout(() => controller.abort(new Error('No longer wanted.')), 100);
    await rejection(call, { message: 'No longer wanted.' });
  },

  'a disposed client aborts its open calls': async (library, target) => {
    const { client } = misbehaving(library, target, 'silent');
    const call = rejection(client.usage.get(), {
      name: 'PartnerRatingError',
      code: 'client_closed',
    });
    await client[Symbol.asyncDispose]();
    await call;
    await rejection(client.usage.get(), { code: 'client_closed' });
  },

  'truncated JSON is an unexpected answer': async (library, target) => {
    const { client } = misbehaving(library, target, 'truncated');
    await rejection(client.usage.get(), {
      name: 'PartnerRatingError',
      code: 'unexpected_answer',
      statusCode: 200,
    });
  },

  'a body that is too long is aborted': async (library, target) => {
    // A busy machine needs long to send that much.
    const { client } = misbehaving(library, target, 'too-long', { timeoutMs: 600_000 });
    await rejection(client.usage.get(), { code: 'unexpected_answer', statusCode: 200 });
  },

  'HTML instead of JSON is an unexpected answer': async (library, target) => {
    const { client } = misbehaving(library, target, 'html');
    const error = await rejection(client.usage.get(), {
      name: 'PartnerRatingError',
      code: 'unexpected_answer',
      statusCode: 200,
    });
    equal((error.response as Response).headers.get('content-type'), 'text/html');
  },

  'a 404 without a problem document is not a NotFoundError': async (library, target) => {
    const { client } = misbehaving(library, target, 'bare-404');
    await rejection(client.usage.get(), { name: 'PartnerRatingError', statusCode: 404 });
  },

  'a connection that breaks is a ConnectionError': async (library, target) => {
    const { client } = misbehaving(library, target, 'breaks', { maxRetries: 0 });
    await rejection(client.usage.get(), { name: 'ConnectionError', code: 'connection_failed' });
  },

  'a redirect to another host is refused, and the key does not follow': async (library, target) => {
    const { client, followed } = misbehaving(library, target, 'redirects');
    await rejection(client.usage.get(), {
      name: 'PartnerRatingError',
      code: 'unexpected_answer',
    });
    equal(await followed(), 0);
  },

  'unknown values and fields are passed on': async (library, target) => {
    const { client } = misbehaving(library, target, 'newer');
    const member = await client.members.get('10482');
    equal(member, {
      id: 'mem_01jq8z6v3mfb7s4d2k9c5x1ha0',
      gender: 'NOT_KNOWN_YET',
      sport: { 'beach-tennis': { splits: { 'masters-night': { R: 4.2, mood: 'high' } } } },
    });
    equal(library.ratingFor(member, 'beach-tennis', 'masters-night'), 4.2);
  },

  'an unknown error code is passed on': async (library, target) => {
    const { client } = misbehaving(library, target, 'newer-error');
    await rejection(client.usage.get(), {
      name: 'PartnerRatingError',
      code: 'not_known_yet',
      statusCode: 418,
      requestId: 'req_01k4yh2c7w3r8s5d1f6j9m2q0v',
    });
  },

  'a logger receives every attempt, without the key': async (library, target) => {
    const entries: unknown[] = [];
    const record = (...logged: unknown[]) => void entries.push(logged);
    const { client } = misbehaving(library, target, 'rate-limited-once', {
      logger: { debug: record, warn: record },
    });
    await client.usage.get();
    isTrue(entries.length >= 2, 'an entry for each attempt');
    isTrue(!JSON.stringify(entries).includes('prk_of_the_proof'), 'no key in the log');
  },
};
