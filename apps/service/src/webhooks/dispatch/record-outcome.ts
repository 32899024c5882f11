import { setTimeout as sleep } from 'node:timers/promises';
import { createSerialBatchLoader } from '../../platform/concurrency/batch-loader.ts';
import type { ClaimedDelivery, FinishedAttempt } from './store/attempts.ts';

interface RecordingOptions {
  /** Records attempts with one statement; returns false for each whose lease was lost. */
  recordAll: (attempts: readonly FinishedAttempt[]) => Promise<boolean[]>;
  clock: () => Date;
  /** The time between two tries to record an attempt. */
  pauseMilliseconds: number;
  /** Whether to stop trying. */
  isStopping: () => boolean;
}

/**
 * Records attempts, with one statement for those that end together. After a failure it tries again while the lease holds,
 * because a delivery without an outcome is sent once more. It then records each attempt alone, because one that the
 * database refuses would make the others fail too.
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
    // The lease still holds. So if the statement wrote nothing, an earlier try had succeeded and only its answer was lost.
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

/** Counts the attempts under way of one dispatcher. */
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

  /** The attempts at endpoints that were failing at the claim. */
  get failing(): number {
    return this.#failing;
  }

  /** Counts an attempt until it ends. The promise resolves when it is no longer counted. */
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
