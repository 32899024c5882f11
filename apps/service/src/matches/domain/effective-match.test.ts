import type { Schemas } from '@partner-rating/server';
import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { batchOf, matchOf, mike, priya } from '../testing/batches.ts';
import { effectiveMatches, type MatchOutcome } from './effective-match.ts';

const teams = [[mike], [priya]];

describe('a match of a batch', () => {
  it('takes what it leaves out from the batch', () => {
    const batch = batchOf([matchOf('one', teams)], {
      event: 'Saturday League',
      location: 'Austin',
      bracket: '4.0',
      matchSource: 'LEAGUE',
      matchType: 'SINGLES',
    });
    expect(effectiveMatches(batch)).toEqual([
      {
        position: 0,
        identifier: 'one',
        sport: 'pickleball',
        ...{ matchDate: '2026-09-12T15:30:00Z', timeZone: null, lastDay: null },
        teams: [[mike.id], [priya.id]],
        outcome: 'completed',
        winner: null,
        isContradicted: false,
        isDistinct: false,
        games: [
          {
            identifier: null,
            scores: [11, 7],
            winScore: 11,
            winBy: 2,
            format: null,
            isRated: true,
          },
        ],
        details: {
          bracket: '4.0',
          event: 'Saturday League',
          location: 'Austin',
          matchSource: 'LEAGUE',
          matchType: 'SINGLES',
        },
        pointers: { sport: '/sport', matchDate: '/matchDate', timeZone: '/timeZone' },
      },
    ]);
  });

  it('rates of a match that stopped all but a last game that was not finished', () => {
    const rated = (outcome: MatchOutcome, scores: number[][]) =>
      effectiveMatches(
        batchOf([
          matchOf('one', teams, { outcome, games: scores.map((each) => ({ scores: each })) }),
        ]),
      ).flatMap(({ games }) => games.map(({ isRated }) => isRated));
    const finished = [11, 7];
    for (const open of [
      [3, 2],
      [11, 10],
      [7, 7],
    ]) {
      for (const outcome of ['retired', 'defaulted', 'abandoned'] as const) {
        expect(rated(outcome, [finished, open])).toEqual([true, false]);
      }
      expect(rated('timed', [finished, open])).toEqual([true, true]);
    }
    expect(rated('retired', [finished, finished])).toEqual([true, true]);
    expect(rated('walkover', [finished])).toEqual([false]);
  });

  testRows(['timed', 'drawn'] as const)('does not rate a game without a point', (outcome) => {
    const games = [
      [5, 5],
      [0, 0],
    ].map((scores) => ({ scores }));
    const [match] = effectiveMatches(batchOf([matchOf('one', teams, { outcome, games })]));
    expect(match?.games.map(({ isRated }) => isRated)).toEqual([true, false]);
  });

  it('rates a game in which one team made no point', () => {
    const games = [{ scores: [11, 0] }, { scores: [0, 11] }];
    const [match] = effectiveMatches(batchOf([matchOf('one', teams, { games })]));
    expect(match?.games.map(({ isRated }) => isRated)).toEqual([true, true]);
  });

  it('leaves only the last game of a match that stopped unrated', () => {
    const games = [
      [11, 7],
      [9, 7],
      [3, 1],
    ].map((scores) => ({ scores }));
    const retired = { outcome: 'retired' as const, games };
    const [match] = effectiveMatches(batchOf([matchOf('one', teams, retired)]));
    expect(match?.games.map(({ isRated }) => isRated)).toEqual([true, true, false]);
  });

  testRows(['retired', 'defaulted'] as const)(
    'rates no game where its finished ones show another winner than is said',
    (outcome) => {
      const ended = (winner: number, scores: number[][]) => {
        const games = scores.map((each) => ({ scores: each }));
        const [match] = effectiveMatches(
          batchOf([matchOf('one', teams, { outcome, winner, games })]),
        );
        return {
          isContradicted: match?.isContradicted,
          rated: match?.games.map(({ isRated }) => isRated),
        };
      };
      const [won, open, lost] = [
        [11, 2],
        [9, 0],
        [5, 11],
      ];
      expect(ended(1, [won, open])).toEqual({ isContradicted: true, rated: [false, false] });
      expect(ended(0, [won, open])).toEqual({ isContradicted: false, rated: [true, false] });
      expect(ended(1, [open])).toEqual({ isContradicted: false, rated: [false] });
      expect(ended(1, [won, lost, open])).toEqual({
        isContradicted: false,
        rated: [true, true, false],
      });
    },
  );

  it('keeps the winner where the games do not show the same', () => {
    const winner = (rest: Partial<Schemas.MatchInput>) =>
      effectiveMatches(batchOf([matchOf('one', teams, rest)])).map((match) => match.winner);
    expect(winner({ winner: 0 })).toEqual([null]);
    expect(winner({ winner: 1 })).toEqual([1]);
    expect(winner({ winner: 0, outcome: 'retired' })).toEqual([0]);
    expect(winner({ winner: 0, outcome: 'walkover', games: [] })).toEqual([0]);
  });

  it('overrides every default with its own', () => {
    const own = {
      sport: 'padel',
      matchDate: '2026-09-11T10:00:00Z',
      event: 'Friday',
      location: 'Round Rock',
      bracket: '3.5',
      matchSource: 'CLUB',
      matchType: 'DOUBLES',
    };
    const [match] = effectiveMatches(
      batchOf([matchOf('one', teams, own)], {
        event: 'Saturday',
        location: 'Austin',
        bracket: '4.0',
        matchSource: 'LEAGUE',
        matchType: 'SINGLES',
      }),
    );
    const { sport, matchDate, ...details } = own;
    expect(match).toMatchObject({ sport, matchDate, details });
    expect(match?.pointers).toEqual({
      sport: '/matches/0/sport',
      matchDate: '/matches/0/matchDate',
      timeZone: '/timeZone',
    });
  });

  it('scores a game by the game, then by the match, then by the batch', () => {
    const games = [{ scores: [11, 7] }, { scores: [21, 7], winScore: 21, winBy: 1 }];
    const matches = [matchOf('one', teams, { winScore: 15, games }), matchOf('two', teams)];
    const scoring = effectiveMatches(batchOf(matches)).flatMap((match) =>
      match.games.map(({ winScore, winBy }) => [winScore, winBy]),
    );
    expect(scoring).toEqual([
      [15, 2],
      [21, 1],
      [11, 2],
    ]);
  });

  it('normalises names to NFC and keeps identifiers as sent', () => {
    const decomposed = 'Cafe\u0301';
    const [match] = effectiveMatches(
      batchOf([matchOf(decomposed, teams, { event: decomposed, matchType: decomposed })]),
    );
    expect(match?.details.event).toBe('Caf\u00e9');
    expect(match?.details.matchType).toBe(decomposed);
    expect(match?.identifier).toBe(decomposed);
  });

  it('keeps the strings that name players as sent', () => {
    const [match] = effectiveMatches(
      batchOf([{ ...matchOf('one', teams), teams: [['10482'], ['007']] }]),
    );
    expect(match?.teams).toEqual([['10482'], ['007']]);
  });
});
