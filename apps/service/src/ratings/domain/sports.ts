/** The sports the service rates, by their codes on the wire. */
export const sports = [
  'pickleball',
  'padel',
  'tennis',
  'squash',
  'badminton',
  'table-tennis',
  'racquetball',
] as const;

export type Sport = (typeof sports)[number];

const known: ReadonlySet<string> = new Set(sports);

export function isSport(code: string): code is Sport {
  return known.has(code);
}
