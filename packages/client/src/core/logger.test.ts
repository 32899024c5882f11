import { describe, expect, test, vi } from 'vitest';
import { failing, unavailable } from '../test-support/failing-fetch.ts';
import { rejection } from '../test-support/local-server.ts';
import { TimeoutError } from './errors/call-errors.ts';
import type { LogEntry } from './logger.ts';
import type { Fetch } from './transport-settings.ts';

test('each attempt is logged, without the credential', async () => {
  const logged: [string, string, LogEntry][] = [];
  const logger = {
    debug: (message: string, entry: LogEntry) => logged.push(['debug', message, entry]),
    warn: (message: string, entry: LogEntry) => logged.push(['warn', message, entry]),
  };
  const { client } = failing(1, unavailable);
  vi.spyOn(Math, 'random').mockReturnValue(0.002);
  await client({ logger }).members.get('10482');
  vi.restoreAllMocks();
  expect(logged).toMatchObject([
    [
      'warn',
      'members.get: unavailable',
      {
        operation: 'members.get',
        attempt: 1,
        statusCode: 503,
        code: 'unavailable',
        retryInMs: 1,
      },
    ],
    ['debug', 'members.get: answered', { attempt: 2, statusCode: 200, code: undefined }],
  ]);
  expect(JSON.stringify(logged)).not.toMatch(/prk_|10482/);
});

describe('the log of an aborted call', () => {
  /** A `fetch` that rejects when its signal is aborted. */
  const abortable: Fetch = (_, { signal }) =>
    new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
  const logged = () => {
    const entries: (string | undefined)[] = [];
    const logger = {
      debug: (_: string, { code }: LogEntry) => void entries.push(code),
      warn: () => expect.unreachable(),
    };
    const { client } = failing(0, unavailable);
    return { client: client({ logger, fetch: abortable }), entries };
  };

  test('contains a timeout', async () => {
    const { client, entries } = logged();
    expect(await rejection(client.usage.get({ timeoutMs: 1 }))).toBeInstanceOf(TimeoutError);
    expect(entries).toEqual(['timeout']);
  });

  test('contains the close of the client', async () => {
    const { client, entries } = logged();
    const error = rejection(client.usage.get());
    await client[Symbol.asyncDispose]();
    expect(await error).toMatchObject({ code: 'client_closed' });
    expect(entries).toEqual(['client_closed']);
  });

  test('is empty if the caller aborted it', async () => {
    const { client, entries } = logged();
    const controller = new AbortController();
    const error = rejection(client.usage.get({ signal: controller.signal }));
    controller.abort();
    expect(await error).toMatchObject({ name: 'AbortError' });
    await new Promise((resolve) => setTimeout(resolve));
    expect(entries).toEqual([]);
  });
});
