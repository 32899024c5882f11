import type { MatchToRate } from '@partner-rating/ratings';
import { equal } from './assert.ts';
import type { Behaviours, ModelResults } from './setting.ts';

type Ratings = typeof import('@partner-rating/ratings');

export const model: Behaviours<ModelResults> = {
  'a season is rated like by the service, to the last bit': async ({ ratings }, { skills }) => {
    equal(JSON.stringify(rateSeason(ratings)), skills);
  },

  'a match is predicted like by the service, to the last bit': async (
    { ratings },
    { prediction },
  ) => {
    equal(JSON.stringify(predictOne(ratings)), prediction);
  },
};

/** Returns the skills after a season. The skills depend on all matches of the season. */
export function rateSeason({ rateMatches }: Ratings): unknown {
  return rateMatches([], playedSeason())
    .slice(-16)
    .map(({ memberId, bracket, mu, sigma }) => ({ memberId, bracket, mu, sigma }));
}

/** Returns a season of padel doubles. */
function playedSeason(): MatchToRate[] {
  const players = ['ann', 'bob', 'cem', 'dee', 'eve', 'fay', 'gus', 'hal'];
  return Array.from({ length: 200 }, (_, index): MatchToRate => {
    const [first = '', second = '', third = '', fourth = ''] = [0, 3, 5, 6].map(
      (step) => players[(index * (index % 5) + step) % players.length],
    );
    const sets = [[6, index % 5], [index % 4, 6], index % 3 === 0 ? [4, 6] : [7, 5]];
    return {
      id: `match-${index}`,
      sport: 'padel',
      matchDate: new Date(Date.UTC(2026, 0, 1 + index)),
      brackets: ['overall-open', 'doubles-open'],
      teams: [
        [first, second],
        [third, fourth],
      ],
      games: sets.map((scores) => ({ scores, winScore: 6, winBy: 2 })),
      unrated: new Set(),
    };
  });
}

/** Predicts a match between players with these ratings from the API. */
export function predictOne({ predictMatch, skillOf, usualFormat }: Ratings): unknown {
  const [ann, bob, cem, dee] = [4.512, 3.874, 3.655, 3.5].map((rating) =>
    skillOf({ rating, reliability: 0.8 }),
  );
  if (!(ann && bob && cem && dee)) throw new Error('The match must have four players.');
  return predictMatch(
    [
      [ann, bob],
      [cem, dee],
    ],
    { ...usualFormat('padel'), bestOf: 3 },
  );
}
