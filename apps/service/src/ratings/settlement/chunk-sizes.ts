/** How much a settlement does at once. */
export interface ChunkSizes {
  /** While a chunk is stored, a confirmation or claim of the sport waits. */
  matchesPerChunk: number;
  playersPerChunk: number;
  /** What is folded while nobody else rates the sport: some tens of milliseconds. */
  matchesWhileAllWait: number;
}

export const defaultChunkSizes: ChunkSizes = {
  matchesPerChunk: 250,
  playersPerChunk: 200,
  matchesWhileAllWait: 100,
};
