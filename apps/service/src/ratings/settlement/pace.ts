import { setTimeout as sleep } from 'node:timers/promises';
import { type ChunkSizes, chunkSizesBesideBatches, defaultChunkSizes } from './chunk-sizes.ts';
import type { SettlementDependencies } from './settlement-dependencies.ts';
import { findArrivals } from './store/settlement-players.ts';

export interface PaceOptions {
  /** How long to pause while matches arrive, as a share of the time worked. */
  pauseShare?: number;
  /** How much to do at once while no matches arrive. */
  quietSizes?: ChunkSizes;
  /** The same at all times, in place of those that fit. */
  sizes?: ChunkSizes;
}

// What took longer waited for something else, for which a longer pause leaves no more room.
const MAX_PAUSE_MILLISECONDS = 1_000;

/** Leaves room for batches while there are any, and none where nobody needs it. */
export class Pace {
  readonly #dependencies: SettlementDependencies;
  readonly #pauseShare: number;
  readonly #quietSizes: ChunkSizes;
  readonly #sizesBesideBatches: ChunkSizes;
  #arrivals: number | null = null;
  #since = performance.now();
  #isBusy = true;

  constructor(
    dependencies: SettlementDependencies,
    { pauseShare = 0, quietSizes = defaultChunkSizes, sizes }: PaceOptions,
  ) {
    this.#dependencies = dependencies;
    this.#pauseShare = pauseShare;
    this.#quietSizes = sizes ?? quietSizes;
    this.#sizesBesideBatches = sizes ?? chunkSizesBesideBatches;
  }

  /** How much may be done at once: less while matches arrive, as they do until it is known. */
  get sizes(): ChunkSizes {
    return this.#isBusy ? this.#sizesBesideBatches : this.#quietSizes;
  }

  /** Returns when the next chunk may begin: at once, or after this one is stored and a pause. */
  async follow(stored: Promise<void>): Promise<void> {
    const before = this.#arrivals;
    this.#arrivals = await findArrivals(this.#dependencies.database);
    this.#isBusy = this.#arrivals !== before;
    // After the first chunk it is not known yet.
    if (this.#isBusy && before !== null && this.#pauseShare > 0) {
      await stored;
      const pause = (performance.now() - this.#since) * this.#pauseShare;
      await sleep(Math.min(pause, MAX_PAUSE_MILLISECONDS));
    }
    this.#since = performance.now();
  }
}
