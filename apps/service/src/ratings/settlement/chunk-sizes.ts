/** How much a settlement does at once. */
export interface ChunkSizes {
  /** While a chunk is stored, a confirmation or claim of the sport waits. */
  matchesPerChunk: number;
  /** While a chunk is published, a batch that rates one of its players waits. */
  playersPerChunk: number;
  /** What is folded while nobody else rates the sport: some tens of milliseconds. */
  matchesWhileAllWait: number;
}

export const defaultChunkSizes: ChunkSizes = {
  matchesPerChunk: 250,
  playersPerChunk: 200,
  matchesWhileAllWait: 100,
};

/** While matches arrive: what one of them waits for is soon done. */
export const chunkSizesBesideBatches: ChunkSizes = {
  matchesPerChunk: 100,
  playersPerChunk: 10,
  matchesWhileAllWait: 50,
};

/**
 * What a rebuild does at once while nobody else plays the sport: it has everybody to go through, and each chunk
 * costs as much again as hundreds of matches.
 */
export const chunkSizesOfRebuild: ChunkSizes = {
  ...defaultChunkSizes,
  matchesPerChunk: 1_000,
};
