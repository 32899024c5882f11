import { describe, expect, it } from 'vitest';
import {
  MovesCollector,
  moveOf,
  type RatingDifference,
  type RatingMove,
} from './rating-differences.ts';

function move(after: number | null, rest: Partial<RatingMove> = {}): RatingMove {
  const named = { memberId: `to ${after}`, sport: 'padel', bracket: 'overall-open' };
  return { ...named, before: 3.5, after, ...rest };
}

function summaryOf(moves: RatingMove[]) {
  const collector = new MovesCollector();
  for (const one of moves) collector.add(one);
  return collector.summary();
}

describe('a summary of moves', () => {
  it('says how far half of the main ratings and nine of ten move', () => {
    const moves = Array.from({ length: 10 }, (_, index) => move(3.5 + (index + 1) / 10));
    const expected = { moved: 10, median: 0.5, ninetiethPercentile: 0.9 };
    expect(summaryOf(moves)).toMatchObject(expected);
    expect(summaryOf(moves.toReversed())).toMatchObject(expected);
  });

  it('names who moves furthest, up or down', () => {
    const moves = Array.from({ length: 40 }, (_, index) =>
      move(3.5 + (index % 2 ? 1 : -1) * index * 0.01),
    );
    const { furthest } = summaryOf(moves);
    expect(furthest.map(({ after }) => after?.toFixed(2))).toEqual([
      '3.89',
      '3.12',
      '3.87',
      '3.14',
      '3.85',
      '3.16',
      '3.83',
      '3.18',
      '3.81',
      '3.20',
    ]);
  });

  it('names all who move where they are few, in whatever order they come', () => {
    const moves = [move(4), move(3.2), move(3.6)];
    expect(summaryOf(moves).furthest).toEqual(moves);
    expect(summaryOf(moves.toReversed()).furthest).toEqual(moves);
  });

  it('leaves out other brackets, and ratings that stay, come or go', () => {
    const moves = [
      move(3.5),
      move(null),
      move(3.6, { before: null }),
      move(4, { bracket: 'mixed-open' }),
    ];
    expect(summaryOf(moves)).toEqual({ moved: 0, median: 0, ninetiethPercentile: 0, furthest: [] });
  });
});

describe('a move', () => {
  const key = { memberId: 'mem_mike', sport: 'padel', bracket: 'overall-open' };
  const difference = (before: number | null, after: number | null) =>
    moveOf({
      ...key,
      standing: before === null ? null : { rating: before },
      expected: after === null ? null : { rating: after },
    } as RatingDifference);

  it('goes from the rating that stands to the one that follows', () => {
    expect(difference(3.5, 3.6)).toEqual({ ...key, before: 3.5, after: 3.6 });
    expect(difference(null, 3.6)).toEqual({ ...key, before: null, after: 3.6 });
    expect(difference(3.5, null)).toEqual({ ...key, before: 3.5, after: null });
  });
});
