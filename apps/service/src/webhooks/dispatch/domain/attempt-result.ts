/** The longest Retry-After. Otherwise one answer could delay a delivery for years. */
const MAX_WAIT = 24 * 60 * 60;

/** Jitter that is added to each wait, so that deliveries that failed together are not retried together. */
const JITTER = 0.1;

interface AttemptsSoFar {
  now: Date;
  /** Attempts so far, including the last one. */
  attempts: number;
  /** Seconds between each attempt and the one before. */
  retrySchedule: readonly number[];
  /** From 0 to 1. */
  random: number;
  /** Seconds that the receiver asked to wait. */
  retryAfter?: number | null;
}

/** Returns the time of the next attempt; null after the last one. */
export function nextAttemptAt(made: AttemptsSoFar): Date | null {
  const scheduled = made.retrySchedule[made.attempts];
  if (scheduled === undefined) return null;
  const asked = Math.min(made.retryAfter ?? 0, MAX_WAIT);
  const wait = Math.max(scheduled, asked) * (1 + JITTER * made.random);
  return new Date(made.now.getTime() + Math.round(wait * 1_000));
}

/** Reads a Retry-After header (RFC 9110 §10.2.3) in seconds; null if it is invalid. */
export function parseRetryAfter(value: string | undefined, now: Date): number | null {
  if (value === undefined) return null;
  if (/^\d{1,10}$/.test(value.trim())) return Number(value);
  const time = / GMT$/.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(time)) return null;
  return Math.max(0, Math.ceil((time - now.getTime()) / 1_000));
}

/** The outcome of an attempt. */
export type AttemptOutcome =
  | { kind: 'answered'; statusCode: number; body: string; retryAfter: string | undefined }
  | { kind: 'unanswered' }
  | { kind: 'refused' }
  /** The service could not make the attempt. */
  | { kind: 'fault' };

/** The record of an attempt, and its consequences for the delivery and the endpoint. */
export interface AttemptResult {
  status: 'success' | 'pending' | 'failed';
  statusCode: number | null;
  responseBody: string | null;
  errorMessage: string | null;
  nextAttemptAt: Date | null;
  /** The consequence for the endpoint; none if the error was the service's own. */
  endpoint: 'works' | 'fails' | 'gone' | 'unknown';
}

export interface AttemptContext {
  now: Date;
  /** Attempts before this one. */
  attempts: number;
  retrySchedule: readonly number[];
  random: number;
  timeoutSeconds: number;
}

const GONE = 410;

const ASKING_FOR_TIME = [429, 503];

export function judgeOutcome(outcome: AttemptOutcome, context: AttemptContext): AttemptResult {
  const answer = outcome.kind === 'answered' && isHttpStatus(outcome.statusCode) ? outcome : null;
  const seen = { statusCode: answer?.statusCode ?? null, responseBody: answer?.body ?? null };
  if (answer !== null && answer.statusCode >= 200 && answer.statusCode < 300) {
    return {
      ...seen,
      status: 'success',
      errorMessage: null,
      nextAttemptAt: null,
      endpoint: 'works',
    };
  }
  const errorMessage = explain(outcome, answer?.statusCode ?? null, context);
  if (answer?.statusCode === GONE) {
    return { ...seen, status: 'failed', errorMessage, nextAttemptAt: null, endpoint: 'gone' };
  }
  const { now, attempts, retrySchedule, random } = context;
  const asksForTime = answer !== null && ASKING_FOR_TIME.includes(answer.statusCode);
  const retryAfter = asksForTime ? parseRetryAfter(answer.retryAfter, now) : null;
  const next = nextAttemptAt({ now, attempts: attempts + 1, retrySchedule, random, retryAfter });
  return {
    ...seen,
    status: next === null ? 'failed' : 'pending',
    errorMessage,
    nextAttemptAt: next,
    endpoint: outcome.kind === 'fault' ? 'unknown' : 'fails',
  };
}

// A receiver may send any three digits. Only these are a status of HTTP (RFC 9110 §15).
function isHttpStatus(statusCode: number): boolean {
  return statusCode >= 100 && statusCode <= 599;
}

// The same text for a closed port, a silent port, a reset, and a TLS error, so that nobody can use the log to scan ports.
function explain(
  outcome: AttemptOutcome,
  statusCode: number | null,
  { timeoutSeconds }: AttemptContext,
): string {
  if (outcome.kind === 'refused') {
    return 'Nothing was sent: the URL does not lead to a public address over HTTPS.';
  }
  if (outcome.kind === 'fault') {
    return 'Nothing was sent because of an error in this service; it will try again.';
  }
  if (statusCode === null) {
    return `The endpoint did not answer: the connection failed or broke off, or ${timeoutSeconds} seconds passed.`;
  }
  if (statusCode >= 300 && statusCode < 400) {
    return `The endpoint answered ${statusCode}; redirects are not followed.`;
  }
  return `The endpoint answered ${statusCode}.`;
}
