/** What a player may show on their share page next to their short name, in the order of the form. */
export const sharedItems = ['rating', 'peak', 'rank', 'location', 'record', 'chart'] as const;

export type SharedItem = (typeof sharedItems)[number];

/** Returns the items with these codes, each once, in the order of the form. */
export function knownItems(codes: readonly string[]): SharedItem[] {
  return sharedItems.filter((item) => codes.includes(item));
}
