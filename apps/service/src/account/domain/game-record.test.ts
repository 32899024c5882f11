import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { type CountedResult, nextGoal, recordOf } from './game-record.ts';

const person = (id: string) => ({ id, name: `Player ${id}` });

/** Results, the latest first: W is a win, L is a loss. */
const results = (letters: string, of: Partial<CountedResult> = {}): CountedResult[] =>
  [...letters].map((letter) => ({
    ...{ isWon: letter === 'W', partners: [], opponents: [person('o')] },
    ...of,
  }));

describe('the record of a player', () => {
  it('is null without results', () => {
    expect(recordOf([])).toEqual({
      ...{ won: 0, lost: 0, form: [], streak: null, maxWinningStreak: 0 },
      ...{ opponents: [], teammates: [] },
    });
  });

  it('counts wins and losses, and shows the last ten, with the latest at the end', () => {
    const { won, lost, form } = recordOf(results('WLLWWWWWWWLW'));
    expect([won, lost]).toEqual([9, 3]);
    expect(form.map((isWon) => (isWon ? 'W' : 'L')).join('')).toBe('WWWWWWWLLW');
  });

  testRows([
    ['WWLW', true, 2, 2],
    ['LLWWW', false, 2, 3],
    ['WWW', true, 3, 3],
    ['L', false, 1, 0],
  ] as const)(
    'has the current streak, and the longest winning streak',
    (letters, isWon, length, longest) => {
      const { streak, maxWinningStreak } = recordOf(results(letters));
      expect(streak).toEqual({ isWon, length });
      expect(maxWinningStreak).toBe(longest);
    },
  );

  it('lists the most frequent opponents, and distinguishes people of the same name', () => {
    const namesakes = [
      { id: 'a', name: 'Kim L.' },
      { id: 'b', name: 'Kim L.' },
    ];
    const { opponents } = recordOf([
      ...results('WL', { opponents: namesakes.slice(0, 1) }),
      ...results('W', { opponents: namesakes.slice(1) }),
    ]);
    expect(opponents).toEqual([
      { id: 'a', name: 'Kim L.', won: 1, lost: 1 },
      { id: 'b', name: 'Kim L.', won: 1, lost: 0 },
    ]);
  });

  it('lists the best teammates, and needs several matches with each', () => {
    const { teammates } = recordOf([
      ...results('WW', { partners: [person('lucky')] }),
      ...results('WWL', { partners: [person('good')] }),
      ...results('WWWL', { partners: [person('best')] }),
    ]);
    expect(teammates.map(({ id }) => id)).toEqual(['best', 'good']);
  });
});

describe('the next goal', () => {
  testRows([
    [3.72, 3.75, 0.03],
    [3.75, 4, 0.25],
    [3.749, 3.75, 0.001],
    [7.9, 8, 0.1],
    [2, 2.25, 0.25],
  ])('is the next quarter above the rating', (rating, goal, distance) => {
    expect(nextGoal(rating)).toEqual({ rating: goal, distance });
  });

  it('is null at the top of the scale', () => {
    expect(nextGoal(8)).toBeNull();
  });
});
