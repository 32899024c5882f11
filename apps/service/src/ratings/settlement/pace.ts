// How fast a settlement works, so that the batches and requests next to it wait only a short time.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../platform/database/schema.ts';
import { findLastArrival } from './store/settlement-players.ts';

/** How much a settlement does in one transaction. */
export interface ChunkSizes {
  /** A confirmation or claim of the sport waits while such a chunk is stored. */
  matchesPerChunk: number;
  /** A batch that rates one of these players waits while they are published. */
  playersPerChunk: number;
  /** How many matches are folded while nobody else can rate the sport: some tens of milliseconds. */
  matchesWhileAllWait: number;
}

export const defaultChunkSizes: ChunkSizes = {
  matchesPerChunk: 250,
  playersPerChunk: 200,
  matchesWhileAllWait: 100,
};

/** Sizes while matches arrive: a batch waits only a short time for one of these chunks. */
export const chunkSizesBesideBatches: ChunkSizes = {
  matchesPerChunk: 100,
  playersPerChunk: 10,
  matchesWhileAllWait: 50,
};

/** Sizes of a rebuild while no matches arrive: it folds every match, and each chunk has a fixed cost. */
export const chunkSizesOfRebuild: ChunkSizes = {
  ...defaultChunkSizes,
  matchesPerChunk: 1_000,
};

export interface PaceOptions {
  /**
   * How long to pause after each chunk while matches arrive, as a share of the time that the chunk took. If it is 0, or
   * if no matches arrive, the next chunk is computed while the last one is stored.
   */
  pauseShare?: number;
  /** The sizes while no matches arrive. */
  quietSizes?: ChunkSizes;
  /** Fixed sizes, which replace the ones that fit the traffic. */
  sizes?: ChunkSizes;
}

// A chunk that took longer was waiting for something else, and a longer pause would not help.
const MAX_PAUSE_MILLISECONDS = 1_000;

/** Slows a settlement down while batches arrive, and only then. */
export class Pace {
  readonly #database: Database;
  readonly #pauseShare: number;
  readonly #quietSizes: ChunkSizes;
  readonly #sizesBesideBatches: ChunkSizes;
  #arrivals: number | null = null;
  #since = performance.now();
  #isBusy = true;

  constructor(
    database: Database,
    { pauseShare = 0, quietSizes = defaultChunkSizes, sizes }: PaceOptions,
  ) {
    this.#database = database;
    this.#pauseShare = pauseShare;
    this.#quietSizes = sizes ?? quietSizes;
    this.#sizesBesideBatches = sizes ?? chunkSizesBesideBatches;
  }

  /** The sizes to use now. Until the traffic is known, it counts as busy. */
  get sizes(): ChunkSizes {
    return this.#isBusy ? this.#sizesBesideBatches : this.#quietSizes;
  }

  /** Resolves when the next chunk may begin: at once, or after this one is stored and a pause. */
  async follow(stored: Promise<void>): Promise<void> {
    const before = this.#arrivals;
    this.#arrivals = await findLastArrival(this.#database);
    this.#isBusy = this.#arrivals !== before;
    // After the first chunk, the traffic is not known yet.
    if (this.#isBusy && before !== null && this.#pauseShare > 0) {
      await stored;
      const pause = (performance.now() - this.#since) * this.#pauseShare;
      await sleep(Math.min(pause, MAX_PAUSE_MILLISECONDS));
    }
    this.#since = performance.now();
  }
}
