/** What a player may show on their share page next to their short name, in the order of the form. */
export const sharedItems = [
  {
    code: 'rating',
    label: 'Your ratings',
    hint: 'With the likely range, and singles next to doubles.',
  },
  { code: 'peak', label: 'Your highest ratings', hint: 'With the days on which you reached them.' },
  { code: 'rank', label: 'Your ranks among all players', hint: 'Only if you are on leaderboards.' },
  { code: 'location', label: 'Where you live', hint: 'With your ranks there.' },
  { code: 'record', label: 'Your wins and losses', hint: 'With your form and streaks.' },
  {
    code: 'chart',
    label: 'The charts of your ratings',
    hint: 'They show your ratings too, and the days on which you played.',
  },
] as const;

export type SharedItem = (typeof sharedItems)[number]['code'];

/** The items among these codes, each once, in the order of the form. */
export function knownItems(codes: readonly string[]): SharedItem[] {
  return sharedItems.map(({ code }) => code).filter((code) => codes.includes(code));
}
