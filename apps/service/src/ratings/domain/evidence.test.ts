import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decisiveness, leadOf, weightOf } from './evidence.ts';
import { countWins, recordOf } from './records.ts';
import { sportParameters } from './sport-parameters.ts';
import { isSport, sportName, sports } from './sports.ts';

const game = (scores: number[], winScore = 11) => ({ scores, winScore, winBy: 2 });

describe('what a game says of two teams', () => {
  it.each([
    [[11, 0], 1],
    [[0, 11], -1],
    [[7, 7], 0],
    [[11, 9], 2 / 11],
    [[9, 11], -2 / 11],
  ])('of %j is the lead in units of what wins: %d', (scores, lead) => {
    expect(leadOf(game(scores), 0, 1)).toBeCloseTo(lead, 12);
  });

  it('is never more than a win to nothing, whatever the scores are', () => {
    expect(leadOf(game([999, 0]), 0, 1)).toBe(1);
    expect(leadOf(game([0, 999]), 0, 1)).toBe(-1);
  });

  it('is the same from the side of the other team', () => {
    fc.assert(
      fc.property(fc.nat(30), fc.nat(30), fc.nat(30), (one, other, third) => {
        const played = game([one, other, third]);
        expect(leadOf(played, 2, 0)).toBeCloseTo(-leadOf(played, 0, 2), 12);
      }),
    );
  });
});

describe.each(sports)('a game of %s', (sport) => {
  const parameters = sportParameters(sport);

  it('is worth more than a point, and less than the points that win it', () => {
    for (const winScore of [2, 6, 11, 21]) {
      const weight = weightOf(game([], winScore), parameters);
      expect(weight).toBeGreaterThan(1);
      expect(weight).toBeLessThan(winScore);
    }
    expect(weightOf(game([], 1), parameters)).toBeCloseTo(1, 12);
    expect(weightOf(game([], 21), parameters)).toBeGreaterThan(weightOf(game([], 11), parameters));
  });

  it('is won more surely the longer it is, and as a point where it is one', () => {
    const of = (winScore: number, bestOf = 1) => decisiveness({ winScore, bestOf }, parameters);
    expect(of(1)).toBe(1);
    expect(of(21)).toBeGreaterThan(of(11));
    expect(of(11, 3)).toBe(of(11, 1));
    const { longMatchGain } = parameters;
    expect(of(11, 5)).toBeCloseTo((1 + longMatchGain) * of(11), 12);
    expect(of(11, 7)).toBeCloseTo((1 + 2 * longMatchGain) * of(11), 12);
  });

  it('has a name that is not its code', () => {
    expect(isSport(sport)).toBe(true);
    expect(sportName(sport)).toMatch(/^[A-Z]/);
  });
});

it('a sport that is rated no longer is called by its code', () => {
  expect(isSport('jeu_de_paume')).toBe(false);
  expect(sportName('jeu_de_paume')).toBe('jeu_de_paume');
});

describe('the games that each team won', () => {
  const winsOf = (...scores: number[][]) => {
    const wins: number[] = [];
    countWins(
      scores.map((one) => game(one)),
      wins,
      scores[0]?.length ?? 0,
    );
    return wins;
  };

  it.each([
    [
      [
        [11, 4],
        [9, 11],
        [11, 7],
      ],
      [2, 1],
    ],
    [[[7, 7]], [0, 0]],
    [[[5, 9, 9]], [0, 0, 0]],
    [[[9, 9, 11]], [0, 0, 1]],
    [[[9, 5, 9]], [0, 0, 0]],
    [[[5, 5, 3]], [0, 0, 0]],
    [[[3, 5, 4]], [0, 1, 0]],
  ])('of %j are %j: those in which it has more than every other', (scores, wins) => {
    expect(winsOf(...scores)).toEqual(wins);
  });

  it('are counted from nothing each time', () => {
    const wins = [5, 5];
    countWins([game([11, 2])], wins, 2);
    expect(wins).toEqual([1, 0]);
  });

  it.each([
    [
      [2, 1],
      [1, -1],
    ],
    [
      [1, 1],
      [0, 0],
    ],
    [
      [0, 0],
      [0, 0],
    ],
    [
      [2, 1, 0],
      [1, 0, -1],
    ],
    [
      [1, 1, 0],
      [0, 0, -1],
    ],
    [
      [0, 3, 3, 1],
      [-1, 0, 0, 0],
    ],
  ])('%j make winners and losers so: %j', (wins, records) => {
    expect(wins.map((_, team) => recordOf(wins, wins.length, team))).toEqual(records);
  });
});
