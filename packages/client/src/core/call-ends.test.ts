import { testRows } from '@partner-rating/table-tests';
import { describe, expect, test } from 'vitest';
import type { ClientOptions } from '../index.ts';
import { PartnerRatingClient, TimeoutError } from '../index.ts';
import { rejection } from '../test-support/local-server.ts';

const baseUrl = 'https://ratings.example/api/v1';
const never = () => new Promise<never>(() => {});

const clientOf = (fetch: () => Promise<Response>, options: Partial<ClientOptions> = {}) =>
  new PartnerRatingClient({
    apiKey: 'prk_test',
    baseUrl,
    fetch,
    maxRetries: 0,
    ...options,
  } as ClientOptions);

const answering = (body: unknown, headers: Record<string, string> = {}) =>
  clientOf(async () => {
    const type = { 'content-type': 'application/problem+json' };
    return Response.json(body, { status: 404, headers: { ...type, ...headers } });
  });

describe('a call that ends without a response', () => {
  test('rejects with an AbortError if the signal has no reason, as in React Native', async () => {
    const { signal } = new AbortController();
    Object.defineProperties(signal, { aborted: { value: true }, reason: { value: undefined } });
    const error = await rejection(clientOf(never).usage.get({ signal }));
    expect(error).toMatchObject({ name: 'AbortError', message: 'The call was aborted.' });
  });

  testRows([
    ['while it waits for its response', {}, never],
    ['while it waits for its access token', { apiKey: undefined, accessToken: never }, never],
    ['between two attempts', { maxRetries: 2 }, () => Promise.reject()],
  ])('rejects with the reason of the signal, at any time', async (_, options, fetch) => {
    const controller = new AbortController();
    const client = clientOf(fetch, options as Partial<ClientOptions>);
    const call = rejection(client.usage.get({ signal: controller.signal }));
    setImmediate(() => controller.abort('The page was left.'));
    expect(await call).toBe('The page was left.');
  });

  test('rejects with a TimeoutError if its access token never comes', async () => {
    const options = { apiKey: undefined, accessToken: never } as Partial<ClientOptions>;
    const error = await rejection(
      clientOf(never, options).members.get(undefined, {}, { timeoutMs: 30 }),
    );
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({ timeoutMs: 30 });
  });

  test('says that its client is closed', async () => {
    const client = clientOf(never);
    const call = rejection(client.usage.get());
    await client[Symbol.asyncDispose]();
    const closed = { code: 'client_closed', message: 'The client is closed.' };
    expect(await call).toMatchObject(closed);
    expect(await rejection(client.usage.get())).toMatchObject(closed);
  });
});

describe('an error', () => {
  test('ignores a code that is not a string', async () => {
    const error = await rejection(answering({ code: 5, detail: ['x'] }).usage.get());
    expect(error).toMatchObject({ code: 'unexpected_answer', detail: undefined });
  });

  test('takes the request id from the body if the header is missing', async () => {
    const problem = { code: 'not_found', instance: 'req_of_the_body' };
    const ofBody = await rejection(answering(problem).usage.get());
    const ofHeader = await rejection(answering(problem, { 'x-request-id': 'req_1' }).usage.get());
    expect(ofBody).toMatchObject({ requestId: 'req_of_the_body' });
    expect(ofHeader).toMatchObject({ requestId: 'req_1' });
  });
});
