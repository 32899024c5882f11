import { PartnerRatingError } from './errors/partner-rating-error.ts';
import { TimeoutError } from './errors/timeout-error.ts';

/** The calls of one client that have no answer yet. */
export class OpenCalls extends Set<(reason: unknown) => void> {
  #closed: PartnerRatingError | undefined;

  /** Gives up every call, and every one to come. */
  close(): void {
    this.#closed ??= new PartnerRatingError('The client is closed. Make a new one.', {
      code: 'client_closed',
    });
    for (const giveUp of this) giveUp(this.#closed);
  }

  /** @throws PartnerRatingError where the client is closed. */
  check(): void {
    if (this.#closed) throw this.#closed;
  }
}

/** When a call is given up. */
export interface Deadline {
  operationId: string;
  timeoutMs: number;
  signal: AbortSignal | undefined;
  openCalls: OpenCalls;
}

/**
 * Does the work until the time is up, the signal is aborted or the client is closed, and then gives
 * it up for certain, also where the work does not heed the signal it is handed.
 */
export function withDeadline<Result>(
  { operationId, timeoutMs, signal, openCalls }: Deadline,
  work: (signal: AbortSignal) => Promise<Result>,
  resolve: (result: Result) => void,
  reject: (reason: unknown) => void,
): void {
  openCalls.check();
  signal?.throwIfAborted();
  const controller = new AbortController();
  const stopWaiting = (): void => {
    clearTimeout(timer);
    openCalls.delete(giveUp);
    signal?.removeEventListener('abort', onAbort);
  };
  const fail = (reason: unknown): void => {
    stopWaiting();
    reject(reason);
  };
  const giveUp = (reason: unknown): void => {
    fail(reason);
    controller.abort(reason);
  };
  const onAbort = (): void => giveUp(signal?.reason);
  const timer = setTimeout(() => giveUp(new TimeoutError(operationId, timeoutMs)), timeoutMs);
  openCalls.add(giveUp);
  signal?.addEventListener('abort', onAbort);
  work(controller.signal).then((result) => {
    stopWaiting();
    resolve(result);
  }, fail);
}

/** Waits, unless the signal is aborted first; it then rejects with the signal's reason. */
export function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
