import type { MatchInput } from '@partner-rating/client';

export const singles: MatchInput = {
  identifier: 'ladder-0117',
  teams: [['10001'], ['10003']],
  games: [{ scores: [11, 7] }],
};

/** Best of three, won in two games. */
export const bestOfThree: MatchInput = {
  identifier: 'league-0231',
  teams: [
    ['10001', '10002'],
    ['10003', '10004'],
  ],
  games: [{ scores: [11, 8] }, { scores: [11, 6] }],
};

/** Three players on one court at the same time: each game has three scores. */
export const threeOnACourt: MatchInput = {
  identifier: 'king-of-the-court-1',
  teams: [['10001'], ['10002'], ['10003']],
  games: [{ scores: [11, 7, 9] }, { scores: [6, 8, 11] }, { scores: [11, 9, 4] }],
};

/** A round robin: one match for each pairing. */
export function roundRobin(pairings: { players: [string, string]; scores: [number, number] }[]) {
  return pairings.map(
    ({ players: [one, other], scores }, index): MatchInput => ({
      identifier: `round-robin-2026-09-12-${index + 1}`,
      matchType: 'ROUND_ROBIN',
      teams: [[one], [other]],
      games: [{ scores }],
    }),
  );
}
