/** When to change from one way of searching to the other. */
export interface SearchCost {
  /** Up to so many members are found and sorted instead of being read in order. */
  few: number;
  /** How many entries of an index to read at most, when each one's member is looked up … */
  entriesLookedUp: number;
  /** … and when the entries alone decide nearly everything. */
  entriesRead: number;
  /** Members with one of so few tokens are read token by token instead of being filtered. */
  fewTokens: number;
  /** A text in more tokens than this matches so many members that a filter finds them soon anyway. */
  maxTokens: number;
}

// Each takes about as long as the others. Were one of them much larger, searches that need it would
// be slower than all others.
export const defaultCost: SearchCost = {
  few: 1_000,
  entriesLookedUp: 4_000,
  entriesRead: 20_000,
  fewTokens: 200,
  maxTokens: 1_000,
};
