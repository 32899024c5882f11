import type { MatchBatch } from '@partner-rating/client';

/** One set each, and a match tie-break instead of the third set. */
export const tennis: MatchBatch = {
  sport: 'tennis',
  format: 'tennis-set',
  matches: [
    {
      identifier: 'club-championship-7',
      teams: [['10001'], ['10003']],
      games: [
        { scores: [7, 6] },
        { scores: [4, 6] },
        { scores: [10, 8], format: 'tennis-match-tie-break' },
      ],
    },
  ],
};

export const badminton: MatchBatch = {
  sport: 'badminton',
  format: 'badminton-21',
  matches: [
    {
      identifier: 'league-b-12',
      teams: [['10002'], ['10004']],
      games: [{ scores: [18, 21] }, { scores: [21, 12] }, { scores: [30, 29] }],
    },
  ],
};

/** The court was booked for an hour, which ended at 5–3 in the second set. */
export const padel: MatchBatch = {
  sport: 'padel',
  format: 'padel-set',
  matches: [
    {
      identifier: 'social-night-0414',
      outcome: 'timed',
      teams: [
        ['10001', '10002'],
        ['10003', '10004'],
      ],
      games: [{ scores: [6, 4] }, { scores: [5, 3] }],
    },
  ],
};

export const pickleball: MatchBatch = {
  sport: 'pickleball',
  format: 'pickleball-11',
  matches: [
    {
      identifier: 'open-play-9',
      teams: [['10001'], ['10003']],
      games: [{ scores: [13, 11] }],
    },
  ],
};
