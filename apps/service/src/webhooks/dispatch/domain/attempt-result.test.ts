import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import {
  type AttemptContext,
  type AttemptOutcome,
  judgeOutcome,
  nextAttemptAt,
  parseRetryAfter,
} from './attempt-result.ts';

const now = new Date('2026-09-12T12:00:00Z');

const context: AttemptContext = {
  now,
  attempts: 0,
  retrySchedule: [0, 5, 300],
  random: 0,
  timeoutSeconds: 15,
};

const last = { ...context, attempts: 2 };

const answered = (statusCode: number, retryAfter?: string): AttemptOutcome => ({
  kind: 'answered',
  statusCode,
  body: 'ok',
  retryAfter,
});

const after = (seconds: number) => new Date(now.getTime() + seconds * 1_000);

describe('an attempt', () => {
  testRows([200, 201, 202, 204, 299])('succeeds with any 2xx', (statusCode) => {
    expect(judgeOutcome(answered(statusCode), context)).toEqual({
      status: 'success',
      statusCode,
      responseBody: 'ok',
      errorMessage: null,
      nextAttemptAt: null,
      endpoint: 'works',
    });
  });

  testRows([100, 300, 301, 307, 400, 401, 404, 409, 418, 500, 502, 599])(
    'is made again on the schedule after any other status',
    (statusCode) => {
      expect(judgeOutcome(answered(statusCode, '7200'), context)).toMatchObject({
        status: 'pending',
        statusCode,
        responseBody: 'ok',
        errorMessage: expect.stringContaining(`The endpoint answered ${statusCode}`),
        nextAttemptAt: after(5),
        endpoint: 'fails',
      });
    },
  );

  testRows([429, 503])('is made again after 429 and 503 when the receiver asks', (statusCode) => {
    expect(judgeOutcome(answered(statusCode, '7200'), context)).toMatchObject({
      status: 'pending',
      nextAttemptAt: after(7_200),
    });
  });

  it('ends the delivery with 410, and disables the endpoint', () => {
    expect(judgeOutcome(answered(410), context)).toMatchObject({
      status: 'failed',
      statusCode: 410,
      nextAttemptAt: null,
      endpoint: 'gone',
    });
  });

  it('ends the delivery if it was the last', () => {
    expect(judgeOutcome(answered(500), last)).toMatchObject({
      status: 'failed',
      nextAttemptAt: null,
      endpoint: 'fails',
    });
    expect(judgeOutcome({ kind: 'unanswered' }, last)).toMatchObject({ status: 'failed' });
  });

  it('has no status and no body without an answer', () => {
    expect(judgeOutcome({ kind: 'unanswered' }, context)).toEqual({
      status: 'pending',
      statusCode: null,
      responseBody: null,
      errorMessage:
        'The endpoint did not answer: the connection failed or broke off, or 15 seconds passed.',
      nextAttemptAt: after(5),
      endpoint: 'fails',
    });
  });

  testRows([0, 99, 600, 999])('treats any other number as no HTTP answer', (statusCode) => {
    expect(judgeOutcome(answered(statusCode), context)).toMatchObject({
      status: 'pending',
      statusCode: null,
      responseBody: null,
      endpoint: 'fails',
    });
  });

  it('says only that it was refused, and counts against the endpoint', () => {
    expect(judgeOutcome({ kind: 'refused' }, context)).toMatchObject({
      status: 'pending',
      errorMessage: 'Nothing was sent: the URL does not lead to a public address over HTTPS.',
      endpoint: 'fails',
    });
  });

  it('does not count against the endpoint if the service could not make it', () => {
    expect(judgeOutcome({ kind: 'fault' }, context)).toMatchObject({
      status: 'pending',
      errorMessage: 'Nothing was sent because of an error in this service; it will try again.',
      endpoint: 'unknown',
    });
  });

  testRows([
    [299, null],
    [300, 'The endpoint answered 300; redirects are not followed.'],
    [399, 'The endpoint answered 399; redirects are not followed.'],
    [199, 'The endpoint answered 199.'],
    [400, 'The endpoint answered 400.'],
  ])('says that a redirect is not followed', (statusCode, message) => {
    expect(judgeOutcome(answered(statusCode), context).errorMessage).toBe(message);
  });
});

const retrySchedule = [0, 5, 300];

describe('nextAttemptAt', () => {
  testRows([
    [0, 0],
    [1, 5],
    [2, 300],
  ])('waits as long as the schedule says', (attempts, seconds) => {
    expect(nextAttemptAt({ now, attempts, retrySchedule, random: 0 })).toEqual(after(seconds));
  });

  it('is null after the last attempt', () => {
    expect(nextAttemptAt({ now, attempts: 3, retrySchedule, random: 0 })).toBeNull();
    expect(nextAttemptAt({ now, attempts: 9, retrySchedule, random: 0 })).toBeNull();
  });

  it('adds at most a tenth of the wait and never shortens it', () => {
    expect(nextAttemptAt({ now, attempts: 2, retrySchedule, random: 1 })).toEqual(after(330));
  });

  it('waits as long as the receiver asks, but not less than the schedule', () => {
    const made = { now, attempts: 1, retrySchedule, random: 0 };
    expect(nextAttemptAt({ ...made, retryAfter: 120 })).toEqual(after(120));
    expect(nextAttemptAt({ ...made, retryAfter: 1 })).toEqual(after(5));
    expect(nextAttemptAt({ ...made, retryAfter: null })).toEqual(after(5));
  });

  it('waits at most a day if the receiver asks for more', () => {
    const made = { now, attempts: 1, retrySchedule, random: 0 };
    expect(nextAttemptAt({ ...made, retryAfter: 9_999_999_999 })).toEqual(after(86_400));
  });
});

describe('parseRetryAfter', () => {
  testRows([
    ['120', 120],
    ['0', 0],
    [' 7 ', 7],
    ['Sat, 12 Sep 2026 12:01:30 GMT', 90],
    ['Sat, 12 Sep 2026 11:00:00 GMT', 0],
    ['-5', null],
    ['1.5', null],
    ['12e3', null],
    ['soon', null],
    ['Sat, 12 Sep 2026 12:01:30 GMT+01', null],
    ['12345678901', null],
    ['', null],
    [undefined, null],
  ])('reads seconds and dates', (value, seconds) => {
    expect(parseRetryAfter(value, now)).toBe(seconds);
  });
});
