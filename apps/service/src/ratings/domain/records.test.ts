import { describe, expect, it } from 'vitest';
import { countWins, recordOf } from './records.ts';

function winsIn(...scores: number[][]): number[] {
  const wins = [7, 7, 7].slice(0, scores[0]?.length);
  countWins(
    scores.map((one) => ({ scores: one })),
    wins,
    wins.length,
  );
  return wins;
}

describe('a game is won', () => {
  it('by the team with the most points, wherever it stands', () => {
    expect(winsIn([11, 7], [7, 11], [11, 9])).toEqual([2, 1]);
    expect(winsIn([3, 11, 7], [3, 7, 11], [11, 3, 3])).toEqual([1, 1, 1]);
  });

  it('by nobody where the best are level', () => {
    expect(winsIn([9, 9])).toEqual([0, 0]);
    expect(winsIn([9, 9, 3], [3, 9, 9], [9, 3, 9], [5, 5, 5])).toEqual([0, 0, 0]);
  });

  it('by who beats two that are level', () => {
    expect(winsIn([3, 3, 9], [9, 3, 3], [3, 9, 3])).toEqual([1, 1, 1]);
  });
});

describe('a match', () => {
  const recordsOf = (...wins: number[]) => wins.map((_, team) => recordOf(wins, wins.length, team));

  it('is won by the team with the most games, and lost by the other', () => {
    expect(recordsOf(2, 1)).toEqual([1, -1]);
    expect(recordsOf(0, 1)).toEqual([-1, 1]);
  });

  it('between several is lost by who won no game', () => {
    expect(recordsOf(2, 1, 0)).toEqual([1, 0, -1]);
  });

  it('is neither where the best are level', () => {
    expect(recordsOf(1, 1)).toEqual([0, 0]);
    expect(recordsOf(0, 0)).toEqual([0, 0]);
    expect(recordsOf(1, 1, 0)).toEqual([0, 0, -1]);
  });
});
