import type { MatchInput } from '@partner-rating/client';

/** Mike won the first game and gave up in the second: only the first one counts. */
export const givenUp: MatchInput = {
  identifier: 'ladder-0118',
  outcome: 'retired',
  teams: [['10482'], ['10533']],
  games: [{ scores: [11, 8] }, { scores: [3, 6] }],
};

/** Nobody came to play Priya. */
export const walkover: MatchInput = {
  identifier: 'ladder-0119',
  outcome: 'walkover',
  teams: [['10517'], ['10591']],
};

/** The bell rang at 9–8. */
export const outOfTime: MatchInput = {
  identifier: 'social-night-0412',
  outcome: 'timed',
  teams: [
    ['10482', '10517'],
    ['10533', '10591'],
  ],
  games: [{ scores: [9, 8] }],
};

/** The bell rang at 7–7. */
export const drawn: MatchInput = {
  identifier: 'social-night-0413',
  outcome: 'drawn',
  teams: [['10482'], ['10591']],
  games: [{ scores: [7, 7] }],
};
