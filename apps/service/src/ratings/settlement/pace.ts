import { setTimeout as sleep } from 'node:timers/promises';
import type { SettlementDependencies } from './settlement-dependencies.ts';
import { findArrivals } from './store/settlement-players.ts';

/** Leaves room for batches while there are any, and none where nobody needs it. */
export class Pace {
  readonly #dependencies: SettlementDependencies;
  readonly #pauseShare: number;
  #arrivals: number | null = null;
  #since = performance.now();

  /** @param pauseShare How long to pause while matches arrive, as a share of the time worked. */
  constructor(dependencies: SettlementDependencies, { pauseShare = 0 }: { pauseShare?: number }) {
    this.#dependencies = dependencies;
    this.#pauseShare = pauseShare;
  }

  /** Returns when the next chunk may begin: at once, or after this one is stored and a pause. */
  async follow(stored: Promise<void>): Promise<void> {
    if (this.#pauseShare === 0) return;
    const arrivals = await findArrivals(this.#dependencies.database);
    const isBusy = this.#arrivals !== null && arrivals !== this.#arrivals;
    this.#arrivals = arrivals;
    if (isBusy) {
      await stored;
      await sleep((performance.now() - this.#since) * this.#pauseShare);
    }
    this.#since = performance.now();
  }
}
