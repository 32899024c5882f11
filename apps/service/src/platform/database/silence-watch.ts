import { setImmediate as pollOnce } from 'node:timers/promises';
import { isUnreachable } from '@partner-rating/server';
import type { Logger } from 'pino';
import { asUnreachable, databaseSilence } from './unreachable.ts';

/** How long a database may be silent before a request that waits for it is refused. */
export const REQUEST_PATIENCE_MILLISECONDS = 1_200;

export interface SilenceWatchOptions {
  /** How long it may be silent while somebody waits. */
  patienceMilliseconds: number;
  /** Asks the database for a sign of life; rejects where none came in so many milliseconds. */
  probe: (milliseconds: number) => Promise<void>;
  /** Whether an error was said by the database itself, which so is alive. */
  isAnswer: (error: unknown) => boolean;
  /** Called once it is silent: closes the connections of before, on which nothing comes any more. */
  giveUp: () => Promise<void>;
  log?: Pick<Logger, 'error' | 'info'> | undefined;
}

/** Notices that a database is silent, and keeps everybody from waiting for it. */
export interface SilenceWatch {
  /**
   * Asks the database something; rejects at once while the database is silent, and as soon as it
   * falls silent.
   */
  ask: <Value>(question: () => Promise<Value>) => Promise<Value>;
  /**
   * Takes a connection, likewise. It may have been there already, so it is no sign of life. One that
   * still comes after all goes to `abandon`.
   */
  take: <Connection>(
    connect: () => Promise<Connection>,
    abandon: (late: Connection) => unknown,
  ) => Promise<Connection>;
  isSilent: () => boolean;
  stop: () => void;
}

/**
 * A refused connection is an error at once, but a network that swallows packets, or a server that
 * hangs, says nothing. So while somebody waits and no answer came on any connection for a while,
 * the database is probed, on a connection of its own: a slow statement is no silence. Without a
 * sign of life it counts as silent until a later probe is answered. While answers come, no probe
 * is sent.
 */
export function createSilenceWatch(options: SilenceWatchOptions): SilenceWatch {
  const { patienceMilliseconds, probe, isAnswer, giveUp, log } = options;
  const lookEvery = patienceMilliseconds / 12;
  const suspiciousAfter = patienceMilliseconds / 4;
  const probeFor = patienceMilliseconds - suspiciousAfter - lookEvery;
  const waiting = new Set<(error: Error) => void>();
  let isSilent = false;
  let isOut = false;
  let isLooking = false;
  let isStopped = false;
  let heardAt = 0;
  let timer: NodeJS.Timeout | undefined;

  // An outage fails every request alike; the log says when it begins and when it ends.
  function noteOutage(err: unknown): void {
    if (isOut) return;
    isOut = true;
    log?.error(
      { err },
      'The database cannot be reached. Until it can, requests are refused with 503.',
    );
  }

  function noteAnswer(): void {
    heardAt = performance.now();
    if (!isOut) return;
    isOut = false;
    log?.info('The database answers again.');
  }

  function later(action: () => void, milliseconds: number): void {
    if (!isStopped) timer = setTimeout(action, milliseconds).unref();
  }

  function lookLater(): void {
    isLooking = true;
    later(look, lookEvery);
  }

  function look(): void {
    if (waiting.size === 0) isLooking = false;
    else if (performance.now() - heardAt < suspiciousAfter) lookLater();
    else void judge();
  }

  async function judge(): Promise<void> {
    const before = heardAt;
    if (await showsLife()) heardAt = performance.now();
    // A process that was busy itself reads first what has arrived meanwhile.
    else await pollOnce();
    if (heardAt === before && waiting.size > 0) await fallSilent();
    else lookLater();
  }

  async function showsLife(): Promise<boolean> {
    return await probe(probeFor).then(() => true, isAnswer);
  }

  async function fallSilent(): Promise<void> {
    isSilent = true;
    noteOutage(databaseSilence());
    // First, lest a connection that is let go of goes to the next who waits.
    await giveUp();
    for (const fail of waiting) fail(databaseSilence());
    waiting.clear();
    later(retry, lookEvery);
  }

  async function retry(): Promise<void> {
    if (!(await showsLife())) {
      later(retry, suspiciousAfter);
      return;
    }
    isSilent = false;
    isLooking = false;
  }

  function guard<Value>(
    operation: () => Promise<Value>,
    abandon?: (late: Value) => unknown,
  ): Promise<Value> {
    return new Promise((resolve, reject) => {
      if (isSilent) throw databaseSilence();
      if (waiting.size === 0) heardAt = performance.now();
      waiting.add(reject);
      if (!isLooking) lookLater();
      operation().then(
        (value) => {
          if (waiting.delete(reject)) resolve(value);
          else abandon?.(value);
        },
        (error: unknown) => {
          if (isAnswer(error)) heardAt = performance.now();
          const told = asUnreachable(error);
          if (isUnreachable(told)) noteOutage(told);
          waiting.delete(reject);
          reject(told);
        },
      );
    });
  }

  return {
    ask: (question) =>
      guard(async () => {
        const answer = await question();
        noteAnswer();
        return answer;
      }),
    take: guard,
    isSilent: () => isSilent,
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
