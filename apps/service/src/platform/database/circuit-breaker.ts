import { setImmediate as pollOnce } from 'node:timers/promises';
import { isUnreachable } from '@partner-rating/server';
import type { Logger } from 'pino';
import { asUnreachable, databaseTimeout } from './unreachable.ts';

/** How long a request waits for a database that does not answer before it is refused. */
export const REQUEST_TIMEOUT_MILLISECONDS = 1_200;

export interface CircuitBreakerOptions {
  /** How long the database may be unresponsive while an operation waits. */
  timeoutMilliseconds: number;
  /** Health probe of the database; rejects where no answer came in so many milliseconds. */
  probe: (milliseconds: number) => Promise<void>;
  /** Whether an error came from the database itself, which therefore responds. */
  isAnswer: (error: unknown) => boolean;
  /** Called when the breaker trips: closes the connections, on which nothing arrives any more. */
  closeConnections: () => Promise<void>;
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
  stop: () => void;
}

/**
 * A circuit breaker. A refused connection is an error at once, but a network that drops packets, or
 * a server that hangs, gives no error. So while an operation waits and no answer came on any
 * connection for a while, the database is probed on a connection of its own: a slow statement is no
 * outage. Where the probe fails too, the circuit opens until a later probe succeeds. While answers
 * come, no probe is sent.
 */
export function createCircuitBreaker(options: CircuitBreakerOptions): CircuitBreaker {
  const { timeoutMilliseconds, probe, isAnswer, closeConnections, log } = options;
  const checkInterval = timeoutMilliseconds / 12;
  const probeAfter = timeoutMilliseconds / 4;
  const probeTimeout = timeoutMilliseconds - probeAfter - checkInterval;
  const waiting = new Set<(error: Error) => void>();
  let isOpen = false;
  let isOutageLogged = false;
  let isChecking = false;
  let isStopped = false;
  let lastAnswerAt = 0;
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

  function recordAnswer(): void {
    lastAnswerAt = performance.now();
    if (!isOutageLogged) return;
    isOutageLogged = false;
    log?.info('The database answers again.');
  }

  function schedule(action: () => void, milliseconds: number): void {
    if (!isStopped) timer = setTimeout(action, milliseconds).unref();
  }

  function scheduleCheck(): void {
    isChecking = true;
    schedule(check, checkInterval);
  }

  function check(): void {
    if (waiting.size === 0) isChecking = false;
    else if (performance.now() - lastAnswerAt < probeAfter) scheduleCheck();
    else void tripUnlessHealthy();
  }

  async function tripUnlessHealthy(): Promise<void> {
    const before = lastAnswerAt;
    if (await isHealthy()) lastAnswerAt = performance.now();
    // A process that was busy itself reads first what has arrived meanwhile.
    else await pollOnce();
    if (lastAnswerAt === before && waiting.size > 0) await trip();
    else scheduleCheck();
  }

  async function isHealthy(): Promise<boolean> {
    return await probe(probeTimeout).then(() => true, isAnswer);
  }

  async function trip(): Promise<void> {
    isOpen = true;
    logOutage(databaseTimeout());
    // First, so that no released connection is handed to the next operation that waits.
    await closeConnections();
    for (const fail of waiting) fail(databaseTimeout());
    waiting.clear();
    schedule(resetIfHealthy, checkInterval);
  }

  async function resetIfHealthy(): Promise<void> {
    if (!(await isHealthy())) {
      schedule(resetIfHealthy, probeAfter);
      return;
    }
    isOpen = false;
    isChecking = false;
  }

  function guard<Value>(
    operation: () => Promise<Value>,
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
          const cause = asUnreachable(error);
          if (isUnreachable(cause)) logOutage(cause);
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
        recordAnswer();
        return answer;
      }),
    acquire: guard,
    isOpen: () => isOpen,
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
