import type { Schemas } from '@partner-rating/server';
import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { batchOf, matchOf, mike, priya, scored } from '../testing/batches.ts';
import { effectiveMatches, type MatchOutcome } from './effective-match.ts';

const teams = [[mike], [priya]];

describe('a match of a batch', () => {
  it('takes missing values from the batch', () => {
    const details = {
      ...{ event: 'Saturday League', location: 'Austin', bracket: '4.0' },
      ...{ matchSource: 'LEAGUE', matchType: 'SINGLES' },
    };
    const game = { identifier: null, scores: [11, 7], winScore: 11, winBy: 2, format: null };
    expect(effectiveMatches(batchOf([matchOf('one', teams)], details))).toEqual([
      {
        ...{ position: 0, identifier: 'one', sport: 'pickleball', details },
        ...{ matchDate: '2026-09-12T15:30:00Z', timeZone: null, lastDay: null },
        teams: [[mike.id], [priya.id]],
        ...{ outcome: 'completed', winner: null, isContradicted: false, isDistinct: false },
        games: [{ ...game, isRated: true }],
        pointers: { sport: '/sport', matchDate: '/matchDate', timeZone: '/timeZone' },
      },
    ]);
  });

  const ended = (outcome: MatchOutcome, games: string, winner?: number) => {
    const rest = { outcome, games: scored(games), ...(winner !== undefined && { winner }) };
    const [match] = effectiveMatches(batchOf([matchOf('one', teams, rest)]));
    return { ...match, rated: match?.games.map(({ isRated }) => isRated) };
  };
  const rated = (outcome: MatchOutcome, games: string) => ended(outcome, games).rated;

  it('rates all games of a stopped match except an unfinished last one', () => {
    for (const open of ['3-2', '11-10', '7-7']) {
      for (const outcome of ['retired', 'defaulted', 'abandoned'] as const) {
        expect(rated(outcome, `11-7 ${open}`)).toEqual([true, false]);
      }
      expect(rated('timed', `11-7 ${open}`)).toEqual([true, true]);
    }
    expect(rated('retired', '11-7 11-7')).toEqual([true, true]);
    expect(rated('retired', '11-7 9-7 3-1')).toEqual([true, true, false]);
    expect(rated('walkover', '11-7')).toEqual([false]);
  });

  it('does not rate a game without a point, but rates one in which only one team scored', () => {
    for (const outcome of ['timed', 'drawn'] as const) {
      expect(rated(outcome, '5-5 0-0')).toEqual([true, false]);
    }
    expect(rated('completed', '11-0 0-11')).toEqual([true, true]);
  });

  testRows(['retired', 'defaulted'] as const)(
    'rates no game if the finished games show another winner than the report',
    (outcome) => {
      const contradicted = { isContradicted: true, rated: [false, false] };
      const isContradicted = false;
      expect(ended(outcome, '11-2 9-0', 1)).toMatchObject(contradicted);
      expect(ended(outcome, '11-2 9-0', 0)).toMatchObject({ isContradicted, rated: [true, false] });
      expect(ended(outcome, '9-0', 1)).toMatchObject({ isContradicted, rated: [false] });
      const level = { isContradicted, rated: [true, true, false] };
      expect(ended(outcome, '11-2 5-11 9-0', 1)).toMatchObject(level);
    },
  );

  it('keeps the winner if the games do not show it', () => {
    const winner = (rest: Partial<Schemas.MatchInput>) =>
      effectiveMatches(batchOf([matchOf('one', teams, rest)])).map((match) => match.winner);
    expect(winner({ winner: 0 })).toEqual([null]);
    expect(winner({ winner: 1 })).toEqual([1]);
    expect(winner({ winner: 0, outcome: 'retired' })).toEqual([0]);
    expect(winner({ winner: 0, outcome: 'walkover', games: [] })).toEqual([0]);
  });

  it('overrides every default with its own', () => {
    const details = {
      ...{ event: 'Friday', location: 'Round Rock', bracket: '3.5' },
      ...{ matchSource: 'CLUB', matchType: 'DOUBLES' },
    };
    const own = { sport: 'padel', matchDate: '2026-09-11T10:00:00Z' };
    const defaults = { event: 'Saturday', location: 'Austin', bracket: '4.0' };
    const batch = batchOf([matchOf('one', teams, { ...own, ...details })], {
      ...{ ...defaults, matchSource: 'LEAGUE', matchType: 'SINGLES' },
    });
    expect(effectiveMatches(batch)).toMatchObject([
      {
        ...{ ...own, details },
        pointers: {
          ...{ sport: '/matches/0/sport', matchDate: '/matches/0/matchDate' },
          timeZone: '/timeZone',
        },
      },
    ]);
  });

  it('uses the rules of the game, then of the match, then of the batch', () => {
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

  it('normalizes names to NFC, but keeps identifiers and player references as sent', () => {
    const decomposed = 'Cafe\u0301';
    const match = matchOf(decomposed, teams, { event: decomposed, matchType: decomposed });
    const sent = { ...match, teams: [['10482'], ['007']] };
    expect(effectiveMatches(batchOf([sent]))).toMatchObject([
      {
        ...{ identifier: decomposed, teams: [['10482'], ['007']] },
        details: { event: 'Caf\u00e9', matchType: decomposed },
      },
    ]);
  });
});
