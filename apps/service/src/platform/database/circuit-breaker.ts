import { setImmediate as pollOnce } from 'node:timers/promises';
import { isUnreachable } from '@partner-rating/server';
import type { Logger } from 'pino';
import { asConnectionFailure, asUnreachable, databaseTimeout, isReadOnly } from './unreachable.ts';

/** How long a request waits for a database that does not answer before it is refused. */
export const REQUEST_TIMEOUT_MILLISECONDS = 1_200;

/** The same for what nobody waits for, as a command or the start: a database under load gets time. */
export const PATIENT_TIMEOUT_MILLISECONDS = 10_000;

// A machine that took so long to answer a probe may take several times as long for the next, for so long.
const SLOW_FACTOR = 3;
const SLOW_MILLISECONDS = 60_000;

// Each renewal costs as many connections as the pool has.
const RENEWAL_PAUSE_MILLISECONDS = 1_000;

export interface CircuitBreakerOptions {
  /** How long the database may be unresponsive while an operation waits. */
  timeoutMilliseconds: number;
  /** Health probe of the database; rejects where nothing arrived for so many milliseconds. */
  probe: (milliseconds: number) => Promise<unknown>;
  /** How many bytes the database has sent until now, on whatever connection. */
  bytesReceived: () => number;
  /** Whether an error came from the database itself, which therefore responds. */
  isAnswer: (error: unknown) => boolean;
  /** Whether the result of a statement proves that the database can be written. */
  isWrite: (result: unknown) => boolean;
  /** Called when the breaker trips: closes the connections, on which nothing arrives any more. */
  closeConnections: () => Promise<void>;
  /** Called when a write was refused: the connections may lead to what was the primary until now. */
  renewConnections: () => void;
  log?: Pick<Logger, 'error' | 'info'> | undefined;
}

/** Keeps operations from waiting for a database that does not respond. */
export interface CircuitBreaker {
  /** Runs a statement; rejects at once while the circuit is open, and as soon as it opens. */
  execute: <Value>(operation: () => Promise<Value>) => Promise<Value>;
  /**
   * Acquires a connection, likewise. It may have been idle in the pool, so it proves no health. One
   * that arrives after the rejection goes to `release`.
   */
  acquire: <Connection>(
    connect: () => Promise<Connection>,
    release: (late: Connection) => unknown,
  ) => Promise<Connection>;
  isOpen: () => boolean;
  /** Changes for how long operations wait for a database that does not respond. */
  limitWait: (milliseconds: number) => void;
  stop: () => void;
}

/**
 * A circuit breaker. A refused connection is an error at once, but a network that drops packets, or
 * a server that hangs, gives no error. So while an operation waits and no answer came on any
 * connection for a while, the database is probed on a connection of its own: a slow statement is no
 * outage. Where the probe fails too, the circuit opens until a later probe succeeds. While answers
 * come, no probe is sent.
 *
 * A slow machine is no outage either. Each byte counts as an answer, so a probe may take longer than
 * the timeout as long as it proceeds; and a probe that took longer without one was timed by a process
 * that did not run itself, so another is sent. Once a probe was answered late, operations wait longer,
 * so a machine that gets slow trips the breaker once and not at every statement.
 *
 * A database that refuses to write, as a standby does, goes on answering reads: the circuit stays
 * closed, and the connections are renewed, since new ones may lead to the primary.
 */
export function createCircuitBreaker(options: CircuitBreakerOptions): CircuitBreaker {
  const { probe, bytesReceived, isAnswer, isWrite, closeConnections, renewConnections, log } =
    options;
  let timeoutMilliseconds = options.timeoutMilliseconds;
  let lastProbe = { milliseconds: 0, at: Number.NEGATIVE_INFINITY };
  const waiting = new Set<(error: Error) => void>();
  let isOpen = false;
  let isOutageLogged = false;
  let isChecking = false;
  let isStopped = false;
  let isReadOnlyLogged = false;
  let renewedAt = Number.NEGATIVE_INFINITY;
  let lastAnswerAt = 0;
  let bytesKnown = 0;
  let timer: NodeJS.Timeout | undefined;

  // An outage fails every request alike; the log says when it begins and when it ends.
  function logOutage(err: unknown): void {
    if (isOutageLogged) return;
    isOutageLogged = true;
    log?.error(
      { err },
      'The database cannot be reached. Until it can, requests are refused with 503.',
    );
  }

  function recordAnswer(result: unknown): void {
    lastAnswerAt = performance.now();
    if (isOutageLogged) {
      isOutageLogged = false;
      log?.info('The database answers again.');
    }
    if (isReadOnlyLogged && isWrite(result)) {
      isReadOnlyLogged = false;
      log?.info('The database can be written again.');
    }
  }

  function recordReadOnly(err: unknown): void {
    if (!isReadOnlyLogged) {
      isReadOnlyLogged = true;
      log?.error(
        { err },
        'The database can only be read, as a standby can. Until it can be written, requests that write are refused with 503.',
      );
    }
    const now = performance.now();
    if (now - renewedAt < RENEWAL_PAUSE_MILLISECONDS) return;
    renewedAt = now;
    renewConnections();
  }

  function noteBytes(): void {
    const bytes = bytesReceived();
    if (bytes !== bytesKnown) lastAnswerAt = performance.now();
    bytesKnown = bytes;
  }

  function schedule(action: () => void, milliseconds: number): void {
    if (!isStopped) timer = setTimeout(action, milliseconds).unref();
  }

  function scheduleCheck(): void {
    isChecking = true;
    schedule(check, times().checkInterval);
  }

  function check(): void {
    noteBytes();
    if (waiting.size === 0) isChecking = false;
    else if (performance.now() - lastAnswerAt < times().probeAfter) scheduleCheck();
    else void tripUnlessHealthy();
  }

  async function tripUnlessHealthy(): Promise<void> {
    const before = lastAnswerAt;
    const probedAt = performance.now();
    const { probeTimeout, probeAfter } = times();
    const answers = await isHealthy(probeTimeout);
    const isLate = performance.now() - probedAt > probeTimeout + probeAfter;
    if (answers) lastAnswerAt = performance.now();
    // A process that was busy itself reads first what has arrived meanwhile.
    else await pollOnce();
    noteBytes();
    if (lastAnswerAt === before && !isLate && waiting.size > 0) await trip();
    else scheduleCheck();
  }

  async function isHealthy(milliseconds: number): Promise<boolean> {
    const answers = await measureProbe(milliseconds);
    // A machine that hung for a while is as fast as before: the next probe tells them apart.
    if (answers && SLOW_FACTOR * lastProbe.milliseconds > timeoutMilliseconds) {
      void measureProbe(PATIENT_TIMEOUT_MILLISECONDS);
    }
    return answers;
  }

  async function measureProbe(milliseconds: number): Promise<boolean> {
    const probedAt = performance.now();
    const answers = await probe(milliseconds).then(() => true, isAnswer);
    const at = performance.now();
    if (answers) lastProbe = { milliseconds: at - probedAt, at };
    return answers;
  }

  function times() {
    const isRecent = performance.now() - lastProbe.at < SLOW_MILLISECONDS;
    const slowTimeout = isRecent ? SLOW_FACTOR * lastProbe.milliseconds : 0;
    return timesWithin(
      Math.max(timeoutMilliseconds, Math.min(slowTimeout, PATIENT_TIMEOUT_MILLISECONDS)),
    );
  }

  async function trip(): Promise<void> {
    isOpen = true;
    logOutage(databaseTimeout());
    // First, so that no released connection is handed to the next operation that waits.
    await closeConnections();
    for (const fail of waiting) fail(databaseTimeout());
    waiting.clear();
    schedule(probeUntilHealthy, times().checkInterval);
  }

  /** Nobody waits for these probes, so a slow machine gets time; a network may have lost one, so another is sent meanwhile. */
  async function probeUntilHealthy(): Promise<void> {
    const next = Promise.withResolvers<void>();
    schedule(next.resolve, timesWithin(timeoutMilliseconds).probeTimeout);
    const health = isHealthy(PATIENT_TIMEOUT_MILLISECONDS).then((isHealthyAgain) => {
      if (isHealthyAgain) isOpen = isChecking = false;
    });
    await Promise.race([health, next.promise]);
    clearTimeout(timer);
    if (isOpen) schedule(probeUntilHealthy, timesWithin(timeoutMilliseconds).probeAfter);
  }

  function guard<Value>(
    operation: () => Promise<Value>,
    asFailure: (error: unknown) => unknown,
    release?: (late: Value) => unknown,
  ): Promise<Value> {
    return new Promise((resolve, reject) => {
      if (isOpen) throw databaseTimeout();
      if (waiting.size === 0) lastAnswerAt = performance.now();
      waiting.add(reject);
      if (!isChecking) scheduleCheck();
      operation().then(
        (value) => {
          if (waiting.delete(reject)) resolve(value);
          else release?.(value);
        },
        (error: unknown) => {
          if (isAnswer(error)) lastAnswerAt = performance.now();
          const cause = asFailure(error);
          if (isReadOnly(cause)) recordReadOnly(cause);
          else if (isUnreachable(cause)) logOutage(cause);
          waiting.delete(reject);
          reject(cause);
        },
      );
    });
  }

  return {
    execute: (operation) =>
      guard(async () => {
        const answer = await operation();
        recordAnswer(answer);
        return answer;
      }, asUnreachable),
    acquire: (connect, release) => guard(connect, asConnectionFailure, release),
    isOpen: () => isOpen,
    limitWait: (milliseconds) => {
      timeoutMilliseconds = milliseconds;
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** The parts of the time that operations wait. */
function timesWithin(milliseconds: number) {
  const checkInterval = milliseconds / 12;
  const probeAfter = milliseconds / 4;
  return { checkInterval, probeAfter, probeTimeout: milliseconds - probeAfter - checkInterval };
}
