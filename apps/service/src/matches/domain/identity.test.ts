import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { batchOf, daniel, matchOf, mike, priya, sofia, teamsOf } from '../testing/batches.ts';
import { effectiveMatches } from './effective-match.ts';
import {
  contentHash,
  matchFingerprint,
  type PlayedMatch,
  sentContentHash,
  storedContentHash,
} from './identity.ts';
import { byReference } from './players.ts';

const players = byReference([mike, priya, daniel, sofia]);

const stored = {
  ...{ sport: 'padel', matchDate: '2026-09-12T15:30:00Z', bracket: 'A', event: 'Open' },
  ...{ location: 'Austin', matchSource: 'CLUB', matchType: 'LEAGUE' },
  teams: [['mem_b'], ['mem_c'], ['mem_a']],
  games: [
    { identifier: null, scores: [11, 7, 5], winScore: 11, winBy: 2 },
    { identifier: 'second', scores: [3, 11, 9], winScore: 11, winBy: 2 },
  ],
};

const [first, second] = stored.games;

if (first === undefined || second === undefined) throw new Error('There are two games.');

const hex = (hash: Uint8Array) => Buffer.from(hash).toString('hex');

const hashOf = (changes: object = {}) => hex(storedContentHash({ ...stored, ...changes }));

describe('two matches are the same', () => {
  it('with any order of the teams, each with its scores', () => {
    const teams = [['mem_a'], ['mem_b'], ['mem_c']];
    const games = [
      { ...first, scores: [5, 11, 7] },
      { ...second, scores: [9, 3, 11] },
    ];
    expect(hashOf({ teams, games })).toBe(hashOf());
    expect(hashOf({ teams })).not.toBe(hashOf());
    expect(hashOf({ teams, games, winner: 0 })).toBe(hashOf({ winner: 2 }));
    expect(hashOf({ teams, games, winner: 0 })).not.toBe(hashOf({ winner: 0 }));
  });

  it('with any order of the players in a team', () => {
    const [one, other] = [
      ['mem_a', 'mem_d'],
      ['mem_d', 'mem_a'],
    ];
    expect(hashOf({ teams: [one, ['mem_b']] })).toBe(hashOf({ teams: [other, ['mem_b']] }));
  });

  it('in any time zone', () => {
    expect(hashOf({ matchDate: '2026-09-12T17:30:00+02:00' })).toBe(hashOf());
  });

  it('by a date or by its midnight in UTC, in any time zone of the venue', () => {
    const midnight = hashOf({ matchDate: '2026-09-12T00:00:00Z' });
    expect(hashOf({ matchDate: '2026-09-12' })).toBe(midnight);
    expect(hashOf({ matchDate: '2026-09-12', timeZone: 'America/Chicago' })).toBe(midnight);
  });

  it('with or without the outcome of a completed match', () => {
    expect(hashOf({ outcome: 'completed' })).toBe(hashOf());
  });
});

describe('two matches differ', () => {
  testRows<object>([
    { sport: 'pickleball' },
    { matchDate: '2026-09-12T15:30:01Z' },
    { matchDate: null },
    { matchDate: '0000-01-01T00:00:00Z' },
    { outcome: 'retired' },
    { winner: 0 },
    { teams: [['mem_b'], ['mem_c'], ['mem_d']] },
    { teams: [['mem_b', 'mem_c'], ['mem_a']] },
    { games: [first] },
    { games: [second, first] },
    { games: [{ ...first, identifier: 'first' }, second] },
    { games: [{ ...first, winScore: 15 }, second] },
    { games: [{ ...first, winBy: 1 }, second] },
    { games: [{ ...first, scores: [11, 7] }, second] },
    { games: [{ ...first, scores: [11, 7, 5, 1] }, second] },
    { bracket: 'B' },
    { event: 'Closed' },
    { location: 'Dallas' },
    { matchSource: 'TOURNAMENT' },
    { matchType: null },
  ])('in each fact', (change) => {
    expect(hashOf(change)).not.toBe(hashOf());
  });

  it('in impossible years, by the date as sent', () => {
    const [one, other] = ['0000-01-01T00:00:00Z', '0000-01-02T00:00:00Z'];
    expect(hashOf({ matchDate: one })).not.toBe(hashOf({ matchDate: other }));
  });
});

describe('the players of a match', () => {
  const effective = (teams: string[][]) => {
    const [match] = effectiveMatches(batchOf([{ ...matchOf('one', [[mike], [priya]]), teams }]));
    if (match === undefined) throw new Error('There is one match.');
    return match;
  };
  const byId = effective([[mike.id], [priya.id]]);
  const byNumber = effective([[String(mike.member_number)], [priya.id]]);

  it('are the same by id and by number, and different from all others', () => {
    expect(contentHash(byNumber, players)).toEqual(contentHash(byId, players));
    const nobody = contentHash(effective([['9'], [priya.id]]), players);
    expect(nobody).not.toEqual(contentHash(effective([['8'], [priya.id]]), players));
  });

  it('are compared as sent, and in the order sent, if they are unknown', () => {
    expect(sentContentHash(byNumber)).not.toEqual(sentContentHash(byId));
    const swapped = effective([[priya.id], [mike.id]]);
    expect(sentContentHash(swapped)).not.toEqual(sentContentHash(byId));
    expect(sentContentHash(effective([[mike.id], [priya.id]]))).toEqual(sentContentHash(byId));
  });
});

const game = { scores: [11, 4], winScore: 11, winBy: 2 };

const match: PlayedMatch = {
  sport: 'padel',
  teams: teamsOf(['mike', 'priya'], ['daniel', 'sofia']),
  games: [game, { ...game, scores: [3, 11] }],
};

const of = (change: Partial<PlayedMatch>) =>
  Buffer.from(matchFingerprint({ ...match, ...change })).toString('hex');

describe('two reports have the same players and games', () => {
  testRows<[string, Partial<PlayedMatch>]>([
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
  ])('with any order of teams, players, and games', (_, change) => {
    expect(of(change)).toBe(of({}));
    expect(of({})).toMatch(/^[0-9a-f]{32}$/);
  });
});

describe('two reports are of different matches', () => {
  const [first, second] = match.games;
  testRows<[string, Partial<PlayedMatch>]>([
    ['of another sport', { sport: 'tennis' }],
    ['of other teams', { teams: teamsOf(['mike', 'sofia'], ['daniel', 'priya']) }],
    ['with other scores', { games: [game, { ...game, scores: [4, 11] }] }],
    ['with the games in another order', { games: [second ?? game, first ?? game] }],
    ['with the scores of the other team', { teams: match.teams.toReversed() }],
    ['with another score to win', { games: match.games.map((one) => ({ ...one, winScore: 15 })) }],
    ['with another lead to win', { games: match.games.map((one) => ({ ...one, winBy: 1 })) }],
    [
      'with rules that look alike',
      { games: match.games.map((one) => ({ ...one, winScore: 1, winBy: 12 })) },
    ],
    ['with another game', { games: [...match.games, game] }],
  ])('if a fact of identity differs', (_, change) => {
    expect(of(change)).not.toBe(of({}));
  });
});

it('scores differ from others with the same digits', () => {
  const scored = (...scores: number[][]) =>
    of({ games: scores.map((one) => ({ ...game, scores: one })) });
  expect(scored([11, 1], [1, 11])).not.toBe(scored([1, 11], [11, 1]));
  expect(scored([1, 0], [11, 0])).not.toBe(scored([11, 0], [1, 0]));
  expect(of({ teams: [['a', 'bc'], ['d']] })).not.toBe(of({ teams: [['ab', 'c'], ['d']] }));
});
