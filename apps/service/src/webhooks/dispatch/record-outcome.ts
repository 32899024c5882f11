import { setTimeout as sleep } from 'node:timers/promises';
import { createSerialBatchLoader } from '../../platform/concurrency/batch-loader.ts';
import type { ClaimedDelivery, FinishedAttempt } from './store/attempts.ts';

interface RecordingOptions {
  /** Writes attempts down by one statement; false, for each, where its lease was lost. */
  recordAll: (attempts: readonly FinishedAttempt[]) => Promise<boolean[]>;
  clock: () => Date;
  /** Between two tries to write down what could not be written. */
  pauseMilliseconds: number;
  /** Whether it is time to leave what cannot be written down. */
  isStopping: () => boolean;
}

/**
 * Writes attempts down, those that end together by one statement. What fails is tried again for as
 * long as its lease holds, since a delivery whose outcome is not known is sent once more: alone, or
 * one attempt that the database does not take would take the others with it.
 */
export function createRecording({
  recordAll,
  clock,
  pauseMilliseconds,
  isStopping,
}: RecordingOptions): (attempt: FinishedAttempt) => Promise<boolean> {
  const recordTogether = createSerialBatchLoader(recordAll);

  async function recordAlone(attempt: FinishedAttempt): Promise<boolean> {
    await recordAll([attempt]);
    // Nobody else could have it yet: where there was nothing to write, the try before had written it
    // and only its answer was lost.
    return true;
  }

  return async (attempt) => {
    let record = recordTogether;
    for (;;) {
      try {
        return await record(attempt);
      } catch (error) {
        const next = clock().getTime() + pauseMilliseconds;
        if (isStopping() || next >= attempt.delivery.leasedUntil.getTime()) throw error;
        await sleep(pauseMilliseconds);
        record = recordAlone;
      }
    }
  };
}

/** The attempts of one dispatcher that have begun and not ended, as its limits count them. */
export class AttemptsUnderWay {
  readonly #ends = new Set<Promise<void>>();
  readonly #byEndpoint = new Map<string, number>();
  #failing = 0;

  get count(): number {
    return this.#ends.size;
  }

  get byEndpoint(): ReadonlyMap<string, number> {
    return this.#byEndpoint;
  }

  /** Those at endpoints whose last attempt had failed when they were claimed. */
  get failing(): number {
    return this.#failing;
  }

  /** Counts an attempt from now until it ends; returns when it is no longer counted. */
  add(delivery: ClaimedDelivery, end: Promise<void>): Promise<void> {
    this.#change(delivery, 1);
    const counted = end.then(() => {
      this.#ends.delete(counted);
      this.#change(delivery, -1);
    });
    this.#ends.add(counted);
    return counted;
  }

  async allEnded(): Promise<void> {
    await Promise.all(this.#ends);
  }

  #change({ endpointId, endpointIsFailing }: ClaimedDelivery, change: 1 | -1): void {
    const now = (this.#byEndpoint.get(endpointId) ?? 0) + change;
    if (now === 0) this.#byEndpoint.delete(endpointId);
    else this.#byEndpoint.set(endpointId, now);
    if (endpointIsFailing) this.#failing += change;
  }
}
