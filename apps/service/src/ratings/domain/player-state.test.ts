import { describe, expect, it } from 'vitest';
import type { PlayerState, StoredState } from '../store/player-states.ts';
import { describeFinding } from './finding.ts';
import { isSameState, ratingsIn } from './player-state.ts';
import { bracketDifferences, stateDifferences } from './state-differences.ts';

const matchDate = new Date('2026-09-12T12:00:00Z');
const overall = [25, 8, 3.5, 2, matchDate.getTime()];
const singles = [26, 7, 3.6, 4, Number.NaN];

function stateOf(brackets: string[], ...numbers: number[][]): StoredState {
  return {
    ...{ memberId: 'mem_1', sport: 'padel', matchId: 'mat_1', matchDate, arrival: 7 },
    ...{ brackets, numbers: Float64Array.from(numbers.flat()), stateOrder: 1 },
  };
}
const changed = (numbers: number[], index: number, value: number) => numbers.with(index, value);
const two = stateOf(['overall-open', 'singles-open'], overall, singles);

describe('the state of a player', () => {
  it('has the rating in each bracket, and when it was last played where that is known', () => {
    const player = { memberId: 'mem_1', sport: 'padel' };
    expect(ratingsIn(two)).toEqual([
      {
        ...{ ...player, bracket: 'overall-open', mu: 25, sigma: 8, rating: 3.5, games: 2 },
        lastPlayed: matchDate.getTime(),
      },
      {
        ...{ ...player, bracket: 'singles-open', mu: 26, sigma: 7, rating: 3.6, games: 4 },
        lastPlayed: null,
      },
    ]);
  });

  it.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])('is another where its number %i is another', (index) => {
    const other = { ...two, numbers: two.numbers.with(index, 1) };
    expect(isSameState(two, other)).toBe(false);
    expect(isSameState(two, { ...two, numbers: two.numbers.slice() })).toBe(true);
  });

  it('is another with other brackets', () => {
    expect(isSameState(two, stateOf(['overall-open'], overall, singles))).toBe(false);
    expect(isSameState(two, { ...two, brackets: ['overall-open', 'mixed-open'] })).toBe(false);
  });
});

describe('states that are not stored as they follow from the ledger', () => {
  it('are those that are stored otherwise or not at all', () => {
    const other = { ...two, numbers: two.numbers.with(0, 1) };
    expect(stateDifferences([two, two, two, two], [two, other, null])).toEqual([
      { expected: two, stored: other },
      { expected: two, stored: null },
      { expected: two, stored: null },
    ]);
  });

  it.each([0, 1, 2, 3, 4])('differ in the bracket whose number %i differs', (index) => {
    const expected = stateOf(two.brackets.slice(), overall, changed(singles, index, 9));
    expect(bracketDifferences({ expected, stored: two })).toMatchObject([
      { bracket: 'singles-open', expected: {}, stored: {} },
    ]);
  });

  it('differ in the brackets that one of them has, in alphabetical order', () => {
    const expected = stateOf(['singles-open', 'doubles-open'], singles, overall);
    expect(bracketDifferences({ expected, stored: two })).toEqual([
      { bracket: 'doubles-open', expected: expect.anything(), stored: null },
      { bracket: 'overall-open', expected: null, stored: expect.anything() },
    ]);
    expect(bracketDifferences({ expected: two, stored: null })).toHaveLength(2);
  });
});

describe('a finding is described to the operator', () => {
  const ofSingles = 'R 3.6, games 4, mu 26, sigma 7';
  const ofOverall = 'R 3.5, games 2, mu 25, sigma 8';

  it('as a rating that stands otherwise', () => {
    const rating = { mu: 25, sigma: 8, rating: 3.5, reliability: 0.1, games: 2 };
    const difference = {
      ...{ memberId: 'mem_1', sport: 'padel', bracket: 'overall-open' },
      ...{ standing: rating, expected: { ...rating, games: 3 } },
    };
    expect(describeFinding({ kind: 'rating', difference: difference as never })).toBe(
      'Rating of mem_1, padel overall-open: stored is R 3.5, reliability 0.1, games 2, mu 25, sigma 8, ' +
        'from the ledger follows R 3.5, reliability 0.1, games 3, mu 25, sigma 8.',
    );
  });

  it('as a state that is not as it follows, bracket by bracket', () => {
    const expected: PlayerState = stateOf(['singles-open'], changed(singles, 3, 5));
    expect(describeFinding({ kind: 'state', difference: { expected, stored: two } })).toBe(
      `State of mem_1 in padel after mat_1: In overall-open stored is ${ofOverall}, from the ledger ` +
        `follows nothing. In singles-open stored is ${ofSingles}, from the ledger follows R 3.6, games 5, ` +
        'mu 26, sigma 7.',
    );
    const missing = { expected: stateOf(['singles-open'], singles), stored: null };
    expect(describeFinding({ kind: 'state', difference: missing })).toBe(
      'State of mem_1 in padel after mat_1: In singles-open nothing is stored, from the ledger follows ' +
        `${ofSingles}.`,
    );
  });

  it('as a state that no match asks for, by its position', () => {
    expect(describeFinding({ kind: 'stray', state: two })).toBe(
      'State of mem_1 in padel after 2026-09-12T12:00:00.000Z (arrival 7): In overall-open stored is ' +
        `${ofOverall}, from the ledger follows nothing. In singles-open stored is ${ofSingles}, from the ` +
        'ledger follows nothing.',
    );
  });
});
