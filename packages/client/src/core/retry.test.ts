import { testRows } from '@partner-rating/table-tests';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { localServer } from '../test-support/local-server.ts';
import { ConnectionError } from './errors/connection-error.ts';
import { PartnerRatingError } from './errors/partner-rating-error.ts';
import { TimeoutError } from './errors/timeout-error.ts';
import { retryDelayMs } from './retry.ts';

describe('the back-off before a retry', () => {
  const unavailable = (retryAfter?: number) =>
    new PartnerRatingError('', { statusCode: 503, retryAfter });
  const delay = (error: PartnerRatingError, retried: number) => retryDelayMs(error, retried, true);
  beforeEach(() => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test('doubles up to eight seconds', () => {
    const waits = [0, 1, 2, 3, 4, 5, 29].map((n) => delay(unavailable(), n));
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000]);
  });

  test('has full jitter, from zero up', () => {
    vi.mocked(Math.random).mockReturnValueOnce(0.25).mockReturnValueOnce(0);
    expect(delay(unavailable(), 2)).toBe(500);
    expect(delay(unavailable(), 2)).toBe(0);
  });

  test('is at least Retry-After, with jitter on top', () => {
    vi.mocked(Math.random).mockReturnValueOnce(0);
    expect(delay(unavailable(7), 0)).toBe(7_000);
    expect(delay(unavailable(7), 0)).toBe(7_500);
  });

  test('does not happen where Retry-After asks for more than a minute', () => {
    vi.mocked(Math.random).mockReturnValueOnce(0);
    expect(delay(unavailable(60), 0)).toBe(60_000);
    expect(delay(unavailable(61), 0)).toBe(Infinity);
  });

  testRows([408, 429, 500, 502, 503, 504])(
    'happens after a failure that may pass',
    (statusCode) => {
      expect(delay(new PartnerRatingError('', { statusCode }), 0)).toBe(500);
    },
  );

  testRows([200, 307, 400, 401, 403, 404, 409, 413, 422])(
    'does not happen after another answer',
    (statusCode) => {
      expect(delay(new PartnerRatingError('', { statusCode }), 0)).toBe(Infinity);
    },
  );

  test('happens after a network failure, and while the first request is still in progress', () => {
    const running = { statusCode: 409, code: 'idempotency_in_progress' };
    expect(delay(new ConnectionError('', { code: 'connection_failed' }), 0)).toBe(500);
    expect(delay(new PartnerRatingError('', running), 0)).toBe(500);
  });

  test('is nothing after an attempt that hung', () => {
    expect(delay(new TimeoutError('', { code: 'timeout' }), 0)).toBe(0);
  });
});

describe('over a connection', () => {
  test('a broken connection is retried', async () => {
    let count = 0;
    const { client, requests } = await localServer((response) => {
      count += 1;
      if (count === 1) response.socket?.destroy();
      else response.writeHead(200, { 'content-type': 'application/json' }).end('{"requests":1}');
    });
    expect(await client.usage.get({ maxRetries: 1 })).toEqual({ requests: 1 });
    expect(requests).toHaveLength(2);
  });

  test('an incomplete answer is retried', async () => {
    let count = 0;
    const { client } = await localServer((response) => {
      count += 1;
      response.writeHead(200, { 'content-length': '14' }).write('{"requests"');
      if (count === 1) response.socket?.destroySoon();
      else response.end(':1}');
    });
    expect(await client.usage.get({ maxRetries: 1 })).toEqual({ requests: 1 });
  });
});
