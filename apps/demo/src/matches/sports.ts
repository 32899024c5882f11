/** A sport the club offers, and how its games are won. */
export interface ClubSport {
  code: string;
  name: string;
  /** The name of a part of a match that has a score. */
  game: 'game' | 'set';
  winScore: number;
  winBy: number;
}

export const sports: readonly ClubSport[] = [
  { code: 'pickleball', name: 'Pickleball', game: 'game', winScore: 11, winBy: 2 },
  { code: 'padel', name: 'Padel', game: 'set', winScore: 6, winBy: 2 },
  { code: 'tennis', name: 'Tennis', game: 'set', winScore: 6, winBy: 2 },
];

/** The sport with that code; the first one where there is none. */
export function chosenSport(code: string | undefined): ClubSport {
  const [first] = sports;
  const found = sports.find((sport) => sport.code === code) ?? first;
  if (found === undefined) throw new Error('The club offers no sport.');
  return found;
}
