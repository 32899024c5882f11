/** Something that runs again and again, one run at a time, until it is stopped. */
export interface PeriodicTask {
  start: () => void;
  /** Waits for the run under way. */
  stop: () => Promise<void>;
}

export interface Period {
  /** Between the start and the first run. */
  firstPauseMilliseconds: number;
  /** Between the end of a run and the next one. */
  pauseMilliseconds: number;
}

/** @param run Never rejects; ends soon after the signal is aborted. */
export function createPeriodicTask(
  run: (signal: AbortSignal) => Promise<void>,
  { firstPauseMilliseconds, pauseMilliseconds }: Period,
): PeriodicTask {
  let stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;

  function schedule(milliseconds: number, { signal }: AbortController): void {
    const runOnce = () => {
      running = run(signal).then(() => {
        if (!signal.aborted) schedule(pauseMilliseconds, stopping);
      });
    };
    timer = setTimeout(runOnce, milliseconds).unref();
  }

  return {
    start: () => {
      stopping = new AbortController();
      schedule(firstPauseMilliseconds, stopping);
    },
    stop: async () => {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
