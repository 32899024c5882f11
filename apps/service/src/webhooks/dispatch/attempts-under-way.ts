import type { ClaimedDelivery } from './store/claimed-delivery.ts';

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
