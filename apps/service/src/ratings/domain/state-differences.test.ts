import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import type { StoredState } from '../store/player-states.ts';
import { bracketDifferences, stateDifferences } from './rating-differences.ts';

const NUMBERS = [25, 5, 3.5, 4, 1_000];

function state(numbers = NUMBERS, brackets = ['overall-open']): StoredState {
  return {
    ...{ memberId: 'mem_mike', sport: 'padel', matchId: 'mat_1', arrival: 7, stateOrder: 1 },
    ...{ matchDate: new Date(0), brackets, numbers: Float64Array.from(numbers) },
  };
}

describe('a state differs', () => {
  testRows([0, 1, 2, 3, 4])('by any number, to the last bit', (index) => {
    const other = state(NUMBERS.with(index, (NUMBERS[index] ?? 0) * (1 + Number.EPSILON)));
    const differences = stateDifferences([state(), state()], [state(), other]);
    expect(differences).toEqual([{ expected: state(), stored: other }]);
    expect(differences.map(bracketDifferences)).toMatchObject([[{ bracket: 'overall-open' }]]);
  });

  it('where it is not stored', () => {
    const missing = [{ expected: state(), stored: null }];
    expect(stateDifferences([state()], [null])).toEqual(missing);
    expect(stateDifferences([state()], [])).toEqual(missing);
  });

  it('in no bracket that is the same in both', () => {
    const expected = state([...NUMBERS, ...NUMBERS], ['overall-open', 'mixed-open']);
    expect(bracketDifferences({ expected, stored: state() })).toMatchObject([
      { bracket: 'mixed-open', expected: { mu: 25 }, stored: null },
    ]);
    expect(bracketDifferences({ expected: state(), stored: expected })).toMatchObject([
      { bracket: 'mixed-open', expected: null, stored: { mu: 25 } },
    ]);
  });
});
