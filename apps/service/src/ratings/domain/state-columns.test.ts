import { playerId, type RatingStep, ratingOf } from '@partner-rating/ratings';
import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import type { RatingRow } from '../../platform/database/schema.ts';
import type { StoredState } from '../store/player-states.ts';
import { StepColumns } from './columns.ts';
import { packPair, packPlayed } from './packed-numbers.ts';
import { RatingStates } from './rating-states.ts';
import { isSameState, ratingsIn, StateColumns, statesAfter } from './state-columns.ts';

const day = (number: number) => new Date(Date.UTC(2026, 0, number));

const placed = (number: number, sport = 'padel') => ({
  ...{ id: `mat_${number}`, sport, matchDate: day(number), arrival: number },
});

const step = (match: number, memberId: string, bracket: string, mu: number, sport = 'padel') =>
  ({
    ...{ matchId: `mat_${match}`, memberId, sport, bracket, mu, sigma: 5, rating: 3.5 },
    ...{ direction: 9, partner: 7, open: 1.5, games: match, lastPlayed: day(match).getTime() },
  }) as RatingStep;

const row = (memberId: string, bracket: string, mu: number, sport = 'padel') =>
  ({
    ...{ member_id: memberId, sport, bracket, mu, sigma: 5, rating: 3.5, games: 1 },
    ...{ direction: 9, partner: 7, open_difference: 1.5 },
    last_played_at: null,
  }) as RatingRow;

/** Returns the mu of each bracket, by player and match. */
const read = (states: ReturnType<typeof statesAfter>) =>
  states.map((state) => [
    `${state.memberId} ${state.sport} ${state.matchId}`,
    Object.fromEntries(ratingsIn(state).map(({ bracket, mu }) => [bracket, mu])),
  ]);

describe('the ratings of players after each match', () => {
  it('include the ratings that it moved, and those that it did not', () => {
    const before = [row('mike', 'singles-open', 20), row('mike', 'overall-open', 21, 'tennis')];
    const steps = [
      step(1, 'mike', 'overall-open', 25),
      step(1, 'priya', 'overall-open', 24),
      step(2, 'mike', 'overall-open', 26),
      step(2, 'mike', 'singles-open', 22),
    ];
    const states = statesAfter(before, steps, [placed(1), placed(2), placed(3)]);
    expect(read(states)).toEqual([
      ['mike padel mat_1', { 'overall-open': 25, 'singles-open': 20 }],
      ['priya padel mat_1', { 'overall-open': 24 }],
      ['mike padel mat_2', { 'overall-open': 26, 'singles-open': 22 }],
    ]);
    expect(states[0]).toMatchObject({ matchDate: day(1), arrival: 1 });
    expect(states[0] && ratingsIn(states[0])).toMatchObject([
      { bracket: 'overall-open', lastPlayed: day(1).getTime(), games: 1, sigma: 5, open: 1.5 },
      { bracket: 'singles-open', lastPlayed: null },
    ]);
  });

  it('are separate for each sport', () => {
    const steps = [
      step(1, 'mike', 'overall-open', 25),
      step(2, 'mike', 'overall-open', 26, 'tennis'),
    ];
    expect(read(statesAfter([], steps, [placed(1), placed(2, 'tennis')]))).toEqual([
      ['mike padel mat_1', { 'overall-open': 25 }],
      ['mike tennis mat_2', { 'overall-open': 26 }],
    ]);
  });
});

describe('columns of states', () => {
  const states = new RatingStates();
  const brackets = Array.from({ length: 18 }, (_, index) => `b${String(index).padStart(2, '0')}`);
  for (const bracket of brackets) {
    states.set({ ...step(1, 'mike', bracket, 25), bracket });
  }
  states.set(step(1, 'priya', 'overall-open', 24));

  it('hold all that are added, and none after they are cleared', () => {
    const columns = new StateColumns(states);
    const matches = Array.from({ length: 600 }, (_, index) => placed(index));
    const [mike, priya] = [states.player('mike'), states.player('priya')];
    for (const index of matches.keys()) columns.add(index, index % 2 === 0 ? mike : priya);
    const found = columns.read(matches);
    expect(found.map(({ matchId }) => matchId)).toEqual(matches.map(({ id }) => id));
    for (const [index, { memberId, brackets: own, numbers }] of found.entries()) {
      expect(memberId).toBe(index % 2 === 0 ? 'mike' : 'priya');
      expect(own).toEqual(index % 2 === 0 ? brackets : ['overall-open']);
      expect(numbers).toHaveLength(5 * own.length);
      expect(numbers[0]).toBe(index % 2 === 0 ? 25 : 24);
    }
    columns.clear();
    expect(columns.read(matches)).toEqual([]);
    columns.add(3, priya);
    expect(columns.read(matches)).toMatchObject([{ matchId: 'mat_3', memberId: 'priya' }]);
  });

  it('cannot be read without their matches', () => {
    const columns = new StateColumns(states);
    columns.add(1, states.player('mike'));
    expect(() => columns.read([placed(0)])).toThrow(
      'There is a state of a match that is not given.',
    );
  });
});

describe('columns of steps', () => {
  it('hold all values of many steps', () => {
    const steps = new StepColumns();
    for (let number = 0; number < 1_000; number += 1) {
      expect(steps.add()).toBe(number);
      steps.mu[number] = number;
      steps.match[number] = -number;
      steps.lastPlayed[number] = number / 2;
    }
    expect(steps.length).toBe(1_000);
    expect([steps.mu[999], steps.match[999], steps.lastPlayed[999]]).toEqual([999, -999, 499.5]);
    expect([steps.mu[3], steps.match[3], steps.lastPlayed[3]]).toEqual([3, -3, 1.5]);
    steps.clear();
    expect([steps.length, steps.add()]).toEqual([0, 0]);
  });
});

const matchDate = new Date('2026-09-12T12:00:00Z');

const overall = [25, 8, 9, packPair(7, 1.5), packPlayed(2, matchDate.getTime())];

const singles = [26, 7, 2 ** 48 - 1, packPair(2 ** 32, 0), packPlayed(4, Number.NaN)];

function stateOf(brackets: string[], ...numbers: number[][]): StoredState {
  return {
    ...{ memberId: 'mem_1', sport: 'padel', matchId: 'mat_1', matchDate, arrival: 7 },
    ...{ brackets, numbers: Float64Array.from(numbers.flat()), stateOrder: 1 },
  };
}

const two = stateOf(['overall-open', 'singles-open'], overall, singles);

describe('the state of a player', () => {
  it('has the rating in each bracket, and the time of its last match if known', () => {
    const player = { memberId: 'mem_1', sport: 'padel', id: playerId('mem_1') };
    expect(ratingsIn(two)).toEqual([
      {
        ...{ ...player, bracket: 'overall-open', mu: 25, sigma: 8, rating: ratingOf(25) },
        ...{ direction: 9, partner: 7, open: 1.5, games: 2, lastPlayed: matchDate.getTime() },
      },
      {
        ...{ ...player, bracket: 'singles-open', mu: 26, sigma: 7, rating: ratingOf(26) },
        ...{ direction: 2 ** 48 - 1, partner: 2 ** 32, open: 0, games: 4, lastPlayed: null },
      },
    ]);
  });

  it('of release 0.1.0 has R as its third number, and no groups or pairs', () => {
    const stored = stateOf(
      ['overall-open', 'singles-open'],
      [25, 8, 3.5, 2, matchDate.getTime()],
      [26, 7, 3.561, 4, Number.NaN],
    );
    const [overallRating, singlesRating] = ratingsIn(stored);
    const nothing = { direction: 0, partner: 0, open: 0 };
    expect(overallRating).toMatchObject({ mu: 25, sigma: 8, rating: 3.5, games: 2, ...nothing });
    expect(overallRating?.lastPlayed).toBe(matchDate.getTime());
    expect(singlesRating).toMatchObject({ mu: 26, games: 4, lastPlayed: null, ...nothing });
  });

  testRows([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])('differs if any number differs', (index) => {
    const other = { ...two, numbers: two.numbers.with(index, 1) };
    expect(isSameState(two, other)).toBe(false);
    expect(isSameState(two, { ...two, numbers: two.numbers.slice() })).toBe(true);
  });

  it('differs if the brackets differ', () => {
    expect(isSameState(two, stateOf(['overall-open'], overall, singles))).toBe(false);
    expect(isSameState(two, { ...two, brackets: ['overall-open', 'mixed-open'] })).toBe(false);
  });
});
