/** When a piece of work is given up. */
export interface Deadline {
  timeoutMs: number;
  /** What the work then rejects with. */
  timeoutError: () => Error;
  signal: AbortSignal | undefined;
}

/**
 * Does the work until the time is up or the signal is aborted, and then gives it up for certain,
 * also where the work does not heed the signal it is handed.
 */
export function withDeadline<Result>(
  { timeoutMs, timeoutError, signal }: Deadline,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  if (signal?.aborted) return Promise.reject(signal.reason);
  const controller = new AbortController();
  return new Promise<Result>((resolve, reject) => {
    const stopWaiting = (): void => {
      clearTimeout(timer);
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
    const timer = setTimeout(() => giveUp(timeoutError()), timeoutMs);
    signal?.addEventListener('abort', onAbort);
    work(controller.signal).then((result) => {
      stopWaiting();
      resolve(result);
    }, fail);
  });
}
