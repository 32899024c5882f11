/** When to change from one way of searching to the other. */
export interface SearchEffort {
  /** So many members are rather found and sorted than met in order. */
  few: number;
  /** How many entries of an index to go through at most, when each one's member is looked up … */
  entriesLookedUp: number;
  /** … and when the entries alone tell nearly all. */
  entriesRead: number;
  /** Those who bear one of so many words are rather read off word by word than met by the way. */
  fewWords: number;
  /** A text that stands in more words than this is borne by so many that they are met soon anyway. */
  mostWords: number;
}

// Each takes about as long as the others. Were one of them much larger, searches that need it would
// be slower than all others.
export const usualEffort: SearchEffort = {
  few: 1_000,
  entriesLookedUp: 4_000,
  entriesRead: 20_000,
  fewWords: 200,
  mostWords: 1_000,
};
