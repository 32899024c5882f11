import type { CallTracker, InFlightCall } from './transport-settings.ts';

/** Makes the error of a call that is given up, in the stack of the call itself. */
export type GiveUp = (response?: Response, isAttempt?: boolean) => unknown;

/** Waits for the work until a deadline, by the monotonic clock. */
type WaitFor = <Value>(work: () => Promise<Value>, deadline?: number) => Promise<Value>;

/**
 * What a call waits with, and what ends its waiting for good. The work is done, or is given up: at its deadline,
 * by default that of the call, or when the signal is aborted or the client closed. It rejects then with a
 * `GiveUp`, which at a deadline is `timedOut`.
 */
export function startWaiting(
  inFlight: CallTracker,
  signal: AbortSignal | undefined,
  end: number,
  timedOut: GiveUp,
): { waitFor: WaitFor; stop: () => void; aborted: GiveUp | undefined } {
  const call: InFlightCall = { deadline: end, abort: () => {} };
  // The polyfill of React Native gives no reason.
  const aborted =
    signal &&
    ((): unknown =>
      signal.reason ?? Object.assign(new Error('The call was aborted.'), { name: 'AbortError' }));
  const onAbort = (): void => call.abort(aborted);
  signal?.addEventListener('abort', onAbort);
  return {
    waitFor: (work, deadline = end) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) throw aborted;
        call.deadline = deadline;
        call.abort = (reason = timedOut) => reject(reason);
        inFlight.add(call);
        work().then(resolve, reject);
      }),
    stop: () => {
      inFlight.delete(call);
      signal?.removeEventListener('abort', onAbort);
    },
    aborted,
  };
}
