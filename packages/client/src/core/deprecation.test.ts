import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { jsonServer } from '../test-support/local-server.ts';
import type { LogEntry } from './logger.ts';

const announced = {
  deprecation: '@1790812800',
  sunset: 'Thu, 01 Apr 2027 00:00:00 GMT',
  'x-request-id': 'req_01k4yh2c7w3r8s5d1f6j9m2q0v',
};

/** Returns the console warnings of a test. Each test calls another operation, because a process warns once per operation. */
function consoleWarnings() {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  onTestFinished(() => warn.mockRestore());
  return warn.mock.calls;
}

describe('a response with Deprecation', () => {
  test('makes the logger warn once per operation', async () => {
    const logged: [string, LogEntry][] = [];
    const { client } = await jsonServer(200, {}, announced);
    const logger = {
      debug: () => undefined,
      warn: (message: string, entry: LogEntry) => void logged.push([message, entry]),
    };
    const logging = client.withOptions({ logger });
    await logging.request('GET', '/warned-of-by-a-logger');
    await logging.request('GET', '/warned-of-by-a-logger');
    await logging.request('GET', '/another');
    expect(logged).toEqual([
      [
        'GET /warned-of-by-a-logger, or a part of it, is deprecated; Sunset: Thu, 01 Apr 2027 00:00:00 GMT.',
        expect.objectContaining({
          operation: 'GET /warned-of-by-a-logger',
          attempt: 1,
          statusCode: 200,
          requestId: 'req_01k4yh2c7w3r8s5d1f6j9m2q0v',
        }),
      ],
      [expect.stringContaining('GET /another'), expect.anything()],
    ]);
  });

  test('makes the console warn without a logger, and without the credential', async () => {
    const warnings = consoleWarnings();
    const { client } = await jsonServer(200, {}, announced);
    await client.webhooks.getEndpoint('whe_01k4yh1w3e7r2t6y9p4q8s5d0a');
    await client.webhooks.getEndpoint('whe_01k4yh1w3e7r2t6y9p4q8s5d0a');
    expect(warnings).toHaveLength(1);
    expect(JSON.stringify(warnings)).not.toContain('prk_test');
  });

  test('also causes a warning if the response is an error', async () => {
    const warnings = consoleWarnings();
    const { client } = await jsonServer(404, { code: 'not_found' }, announced);
    await client.webhooks.deleteEndpoint('whe_01k4yh1w3e7r2t6y9p4q8s5d0a').catch(() => undefined);
    expect(warnings).toHaveLength(1);
  });

  test('is ignored if it is malformed', async () => {
    const warnings = consoleWarnings();
    const { client } = await jsonServer(200, { tags: [] }, { deprecation: 'true' });
    await expect(client.leaderboard.listCategories()).resolves.toEqual({ tags: [] });
    expect(warnings).toHaveLength(1);
  });
});

test('a response without Deprecation, or without headers, causes no warning', async () => {
  const warnings = consoleWarnings();
  const { client } = await jsonServer(200, {});
  await client.matches.testWebhook();
  const stub = { ok: true, status: 200, json: async () => ({}) };
  await client.withOptions({ fetch: async () => stub as Response }).matches.testWebhook();
  expect(warnings).toEqual([]);
});
