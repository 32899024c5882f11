import type { ClaimedDelivery } from './store/claimed-delivery.ts';

/** The attempts of one dispatcher that have begun and not ended, as its limits count them. */
export class AttemptsUnderWay {
  readonly #ends = new Set<Promise<void>>();
  readonly #byApplication = new Map<string, number>();
  #failing = 0;

  get count(): number {
    return this.#ends.size;
  }

  get byApplication(): ReadonlyMap<string, number> {
    return this.#byApplication;
  }

  /** Those at endpoints whose last attempt had failed when they were claimed. */
  get failing(): number {
    return this.#failing;
  }

  /** Counts an attempt from now until it ends; gives the moment when it is counted no more. */
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

  #change({ applicationId, endpointIsFailing }: ClaimedDelivery, change: 1 | -1): void {
    const now = (this.#byApplication.get(applicationId) ?? 0) + change;
    if (now === 0) this.#byApplication.delete(applicationId);
    else this.#byApplication.set(applicationId, now);
    if (endpointIsFailing) this.#failing += change;
  }
}
