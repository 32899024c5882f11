import { describe, expect, it } from 'vitest';
import { matchFingerprint, type PlayedMatch } from './fingerprint.ts';

const game = { scores: [11, 4], winScore: 11, winBy: 2 };
const match: PlayedMatch = {
  sport: 'padel',
  teams: [
    ['mike', 'priya'],
    ['daniel', 'sofia'],
  ],
  games: [game, { ...game, scores: [3, 11] }],
};
const of = (change: Partial<PlayedMatch>) =>
  Buffer.from(matchFingerprint({ ...match, ...change })).toString('hex');

describe('two reports have the same players and games', () => {
  it.each<[string, Partial<PlayedMatch>]>([
    [
      'with the players of a team in another order',
      { teams: match.teams.map((team) => team.toReversed()) },
    ],
    [
      'with the teams in another order',
      {
        teams: match.teams.toReversed(),
        games: match.games.map((one) => ({ ...one, scores: one.scores.toReversed() })),
      },
    ],
    ['with a game that does not count', { games: [...match.games, { ...game, isRated: false }] }],
  ])('%s', (_, change) => {
    expect(of(change)).toBe(of({}));
    expect(of({})).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('two reports are of different matches', () => {
  const [first, second] = match.games;
  it.each<[string, Partial<PlayedMatch>]>([
    ['of another sport', { sport: 'tennis' }],
    [
      'of other teams',
      {
        teams: [
          ['mike', 'sofia'],
          ['daniel', 'priya'],
        ],
      },
    ],
    ['with other scores', { games: [game, { ...game, scores: [4, 11] }] }],
    ['with the games in another order', { games: [second ?? game, first ?? game] }],
    ['with the scores of the other team', { teams: match.teams.toReversed() }],
    ['with another score to win', { games: match.games.map((one) => ({ ...one, winScore: 15 })) }],
    ['with another lead to win', { games: match.games.map((one) => ({ ...one, winBy: 1 })) }],
    [
      'with rules that read alike',
      { games: match.games.map((one) => ({ ...one, winScore: 1, winBy: 12 })) },
    ],
    ['with one game more', { games: [...match.games, game] }],
  ])('%s', (_, change) => {
    expect(of(change)).not.toBe(of({}));
  });
});

it('scores are not taken for others with the same digits', () => {
  const scored = (...scores: number[][]) =>
    of({ games: scores.map((one) => ({ ...game, scores: one })) });
  expect(scored([11, 1], [1, 11])).not.toBe(scored([1, 11], [11, 1]));
  expect(scored([1, 0], [11, 0])).not.toBe(scored([11, 0], [1, 0]));
  expect(of({ teams: [['a', 'bc'], ['d']] })).not.toBe(of({ teams: [['ab', 'c'], ['d']] }));
});
