import type { MatchInput } from '@partner-rating/client';

/** How a match ended, in the words of the form. */
export interface Ending {
  code: string;
  name: string;
  /** What the batch says of it. */
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

/** The ending with that code; of what has none, that it was played to the end. */
export function chosenEnding(code: string): Ending {
  return endings.find((ending) => ending.code === code) ?? completed;
}

/** How the player's team did: by who is said to have won, else by the games. */
export function recordWords(
  { sent }: Ending,
  scores: readonly number[][],
): 'won' | 'lost' | 'drew' {
  if (sent.winner !== undefined) return sent.winner === 0 ? 'won' : 'lost';
  const balance = scores.reduce((sum, [own = 0, other = 0]) => sum + Math.sign(own - other), 0);
  if (balance === 0) return 'drew';
  return balance > 0 ? 'won' : 'lost';
}
