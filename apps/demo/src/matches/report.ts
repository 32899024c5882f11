import type { MatchBatchResult, MatchInput, MatchVoid } from '@partner-rating/client';

/** A reported match, and the result from the service. */
export interface Report {
  id: string;
  sport: ClubSport;
  /** The names of both teams; the player's own comes first. */
  teams: string[][];
  /** The scores of each game, in team order. */
  scores: number[][];
  ending: Ending;
  result: MatchBatchResult;
  /** The response of the service when the match was voided; absent unless it was voided. */
  voided?: MatchVoid;
}

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

/** Returns the sport with this code, or else the first one. */
export function chosenSport(code: string | undefined): ClubSport {
  const [first] = sports;
  const found = sports.find((sport) => sport.code === code) ?? first;
  if (found === undefined) throw new Error('The club offers no sport.');
  return found;
}

/** How a match ended, in the words of the form. */
export interface Ending {
  code: string;
  name: string;
  /** The fields of the match in the batch. */
  sent: Pick<MatchInput, 'outcome' | 'winner'>;
  /** Whether there may be no score. */
  mayHaveNoGames: boolean;
}

const completed: Ending = {
  ...{ code: 'completed', name: 'Played to the end', sent: {}, mayHaveNoGames: false },
};

// The player's team is the first.
export const endings: readonly Ending[] = [
  completed,
  {
    ...{ code: 'they-retired', name: 'They retired' },
    ...{ sent: { outcome: 'retired', winner: 0 }, mayHaveNoGames: true },
  },
  {
    ...{ code: 'you-retired', name: 'You retired' },
    ...{ sent: { outcome: 'retired', winner: 1 }, mayHaveNoGames: true },
  },
  {
    ...{ code: 'they-did-not-come', name: 'They did not come' },
    ...{ sent: { outcome: 'walkover', winner: 0 }, mayHaveNoGames: true },
  },
  {
    ...{ code: 'timed', name: 'Time ran out' },
    ...{ sent: { outcome: 'timed' }, mayHaveNoGames: false },
  },
];

/** Returns the ending with this code, or else "played to the end". */
export function chosenEnding(code: string): Ending {
  return endings.find((ending) => ending.code === code) ?? completed;
}

/** Returns the result of the player's team: from `winner` if the ending names it, or else from the games. */
export function recordWords(
  { sent }: Ending,
  scores: readonly number[][],
): 'won' | 'lost' | 'drew' {
  if (sent.winner !== undefined) return sent.winner === 0 ? 'won' : 'lost';
  const balance = scores.reduce((sum, [own = 0, other = 0]) => sum + Math.sign(own - other), 0);
  if (balance === 0) return 'drew';
  return balance > 0 ? 'won' : 'lost';
}
