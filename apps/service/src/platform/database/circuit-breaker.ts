import { setImmediate as readSockets } from 'node:timers/promises';
import { isUnreachable } from '@partner-rating/server';
import type { QueryResult } from 'pg';
import type { Logger } from 'pino';
import {
  asConnectionFailure,
  asUnreachable,
  databaseTimeout,
  isDiskFull,
  isReadOnly,
} from './unreachable.ts';

/** How long a request waits for a database that does not respond. */
export const REQUEST_TIMEOUT_MILLISECONDS = 1_200;

/** How long commands and the start wait, because a database under load needs time. */
export const PATIENT_TIMEOUT_MILLISECONDS = 10_000;

// After a slow answer to a probe, operations wait several times as long, for this time.
const SLOW_FACTOR = 3;
const SLOW_MILLISECONDS = 60_000;

// Each renewal costs as many connections as the pool has.
const RENEWAL_PAUSE_MILLISECONDS = 1_000;

const WRITES = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'];

// On a full disk, writes that need no new space succeed between refused ones.
const STEADY_MILLISECONDS = 10_000;

export interface CircuitBreakerOptions {
  /** How long the database may be silent while an operation waits. */
  timeoutMilliseconds: number;
  /** How long operations wait at most on a slow machine. By default, as long as commands do. */
  slowTimeoutMilliseconds?: number | undefined;
  /** Asks the database for a sign of life; rejects after this many milliseconds without a byte. */
  probe: (milliseconds: number) => Promise<unknown>;
  /** The number of bytes received so far on all connections. */
  bytesReceived: () => number;
  /** Closes all connections, so that the driver rejects the operations that wait on them. */
  closeConnections: () => void;
  /** Replaces all connections, because they may lead to a server that is no longer the primary. */
  renewConnections: () => void;
  log?: OutageLogger | undefined;
}

type OutageLogger = Pick<Logger, 'error' | 'info'>;

/**
 * Keeps operations from waiting for a database that does not respond. A timeout of the driver cannot
 * distinguish a slow statement from a dead database (decision 13). So if no byte arrives while an operation
 * waits, the breaker probes the database on a separate connection. If the probe fails too, the circuit
 * opens: all connections are closed, and new ones are refused until a probe succeeds.
 */
export class CircuitBreaker {
  readonly #options: CircuitBreakerOptions;
  readonly #outages: OutageLog;
  #timeoutMilliseconds: number;
  #waiting = 0;
  #isWatching = false;
  #isOpen = false;
  #bytesSeen = 0;
  #lastByteAt = 0;
  #lastProbe = { milliseconds: 0, at: Number.NEGATIVE_INFINITY };
  #renewedAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: CircuitBreakerOptions) {
    this.#options = options;
    this.#outages = new OutageLog(options.log);
    this.#timeoutMilliseconds = options.timeoutMilliseconds;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  async execute<Result>(statement: () => Promise<Result>): Promise<Result> {
    const result = await this.#watch(statement, asUnreachable);
    this.#outages.noteAnswer(result);
    return result;
  }

  async acquire<Connection>(connect: () => Promise<Connection>): Promise<Connection> {
    return await this.#watch(connect, asConnectionFailure);
  }

  /** Changes how long operations wait for a database that does not respond. */
  limitWait(milliseconds: number): void {
    this.#timeoutMilliseconds = milliseconds;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  async #watch<Value>(
    operation: () => Promise<Value>,
    asFailure: (error: unknown) => unknown,
  ): Promise<Value> {
    if (this.#isOpen) throw databaseTimeout();
    if (this.#waiting === 0) this.#lastByteAt = performance.now();
    this.#waiting += 1;
    if (!this.#isWatching) void this.#watchBytes();
    try {
      return await operation();
    } catch (error) {
      const failure = asFailure(error);
      if (isReadOnly(failure)) this.#renewConnections(failure);
      else if (isDiskFull(failure)) this.#outages.noteDiskFull(failure);
      else if (isUnreachable(failure)) this.#outages.noteUnreachable(failure);
      throw failure;
    } finally {
      this.#waiting -= 1;
    }
  }

  /** Opens the circuit when the database is silent while an operation waits. */
  async #watchBytes(): Promise<void> {
    this.#isWatching = true;
    while (this.#waiting > 0 && !this.#isOpen) {
      const { checkInterval, probeAfter, probeTimeout } = this.#times();
      await this.#pause(checkInterval);
      this.#noteBytes();
      const isSilent = performance.now() - this.#lastByteAt >= probeAfter;
      if (!isSilent || this.#waiting === 0) continue;
      if (!(await this.#responds(probeTimeout, probeAfter)) && this.#waiting > 0) this.#open();
    }
    this.#isWatching = false;
  }

  #open(): void {
    this.#isOpen = true;
    this.#outages.noteUnreachable(databaseTimeout());
    this.#options.closeConnections();
    void this.#closeWhenHealthy();
  }

  /** Gives each probe enough time for a slow machine, and repeats it because a network may lose a probe. */
  async #closeWhenHealthy(): Promise<void> {
    while (this.#isOpen) {
      void this.#isHealthy(PATIENT_TIMEOUT_MILLISECONDS).then((isHealthy) => {
        if (isHealthy) this.#isOpen = false;
      });
      await this.#pause(0.75 * this.#timeoutMilliseconds);
    }
  }

  async #responds(probeTimeout: number, tolerance: number): Promise<boolean> {
    const byteBefore = this.#lastByteAt;
    const probedAt = performance.now();
    if (await this.#isHealthy(probeTimeout)) {
      this.#lastByteAt = performance.now();
      return true;
    }
    // If this process was too busy to end the probe in time, bytes may have arrived that the process has not read.
    const isLate = performance.now() - probedAt > probeTimeout + tolerance;
    await readSockets();
    this.#noteBytes();
    return isLate || this.#lastByteAt !== byteBefore;
  }

  async #isHealthy(milliseconds: number): Promise<boolean> {
    const isHealthy = await this.#probe(milliseconds);
    const isSlow = SLOW_FACTOR * this.#lastProbe.milliseconds > this.#timeoutMilliseconds;
    // A second probe distinguishes a slow machine from one that only hung for a moment.
    if (isHealthy && isSlow) void this.#probe(PATIENT_TIMEOUT_MILLISECONDS);
    return isHealthy;
  }

  async #probe(milliseconds: number): Promise<boolean> {
    const probedAt = performance.now();
    try {
      await this.#options.probe(milliseconds);
    } catch {
      return false;
    }
    const at = performance.now();
    this.#lastProbe = { milliseconds: at - probedAt, at };
    return true;
  }

  /**
   * Divides the time that an operation waits. On a slow machine, it waits longer, so that not every statement opens the
   * circuit.
   */
  #times() {
    const { milliseconds, at } = this.#lastProbe;
    const isRecent = performance.now() - at < SLOW_MILLISECONDS;
    const slowTimeout = isRecent ? SLOW_FACTOR * milliseconds : 0;
    const { slowTimeoutMilliseconds = PATIENT_TIMEOUT_MILLISECONDS } = this.#options;
    const timeout = Math.max(
      this.#timeoutMilliseconds,
      Math.min(slowTimeout, slowTimeoutMilliseconds),
    );
    const checkInterval = timeout / 12;
    const probeAfter = timeout / 4;
    return { checkInterval, probeAfter, probeTimeout: timeout - probeAfter - checkInterval };
  }

  #noteBytes(): void {
    const bytes = this.#options.bytesReceived();
    if (bytes !== this.#bytesSeen) this.#lastByteAt = performance.now();
    this.#bytesSeen = bytes;
  }

  #renewConnections(refusal: unknown): void {
    this.#outages.noteReadOnly(refusal);
    const now = performance.now();
    if (now - this.#renewedAt < RENEWAL_PAUSE_MILLISECONDS) return;
    this.#renewedAt = now;
    this.#options.renewConnections();
  }

  async #pause(milliseconds: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#timer = setTimeout(resolve, milliseconds).unref();
    await promise;
  }
}

/** Logs once when an outage begins and once when it ends, because an outage fails every request. */
class OutageLog {
  readonly #log: OutageLogger | undefined;
  #isUnreachable = false;
  #refusesWrites = false;
  #refusedAt = 0;

  constructor(log: OutageLogger | undefined) {
    this.#log = log;
  }

  noteUnreachable(err: unknown): void {
    if (!this.#isUnreachable) {
      this.#log?.error(
        { err },
        'The database cannot be reached. Until it can, requests are refused with 503.',
      );
    }
    this.#isUnreachable = true;
  }

  noteReadOnly(err: unknown): void {
    this.#noteRefusedWrite(
      err,
      'The database is read-only, as a standby is. Until it accepts writes, requests that write are refused with 503.',
    );
  }

  noteDiskFull(err: unknown): void {
    this.#noteRefusedWrite(
      err,
      'The disk of the database is full. Until it has space, requests that write are refused with 503.',
    );
  }

  noteAnswer(result: unknown): void {
    if (this.#isUnreachable) this.#log?.info('The database responds again.');
    this.#isUnreachable = false;
    const { command = '' } = (result ?? {}) as Partial<QueryResult>;
    if (!this.#refusesWrites || !WRITES.includes(command)) return;
    if (performance.now() - this.#refusedAt < STEADY_MILLISECONDS) return;
    this.#refusesWrites = false;
    this.#log?.info('The database accepts writes again.');
  }

  #noteRefusedWrite(err: unknown, message: string): void {
    if (!this.#refusesWrites) this.#log?.error({ err }, message);
    this.#refusesWrites = true;
    this.#refusedAt = performance.now();
  }
}
