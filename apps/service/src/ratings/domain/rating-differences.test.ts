import { currentModel, type KeyedState, playerId } from '@partner-rating/ratings';
import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import type { RatingRow } from '../../platform/database/schema.ts';
import type { PlayerState, StoredState } from '../store/player-states.ts';
import { packPair, packPlayed } from './packed-numbers.ts';
import {
  bracketDifferences,
  describeFinding,
  isVisible,
  MovesCollector,
  moveOf,
  type RatingDifference,
  type RatingMove,
  ratingDifferences,
  stateDifferences,
} from './rating-differences.ts';

const lastPlayed = Date.parse('2026-09-12T12:00:00Z');
const state = (memberId: string, rest: Partial<KeyedState> = {}): KeyedState => ({
  ...{ memberId, sport: 'padel', bracket: 'overall-open', mu: 25, sigma: 5, rating: 3.5 },
  ...{ id: playerId(memberId), direction: 9, partner: 7, open: 1.5 },
  ...{ games: 4, lastPlayed, ...rest },
});
const row = (memberId: string, rest: Partial<RatingRow> = {}): RatingRow => ({
  ...{ member_id: memberId, sport: 'padel', bracket: 'overall-open', mu: 25, sigma: 5 },
  ...{ direction: 9, partner: 7, open_difference: 1.5 },
  ...{ rating: 3.5, reliability: currentModel.reliabilityOf(5), games: 4 },
  ...{ last_played_at: new Date(lastPlayed), updated_at: new Date(lastPlayed), ...rest },
});
const between = (rows: RatingRow[], states: KeyedState[]) =>
  ratingDifferences(rows, states, currentModel);

describe('the differences of stored ratings', () => {
  it('are empty if each rating follows from the ledger', () => {
    const unknown = between(
      [row('mike', { last_played_at: null })],
      [state('mike', { lastPlayed: null })],
    );
    expect(unknown).toEqual([]);
    expect(between([row('mike'), row('priya')], [state('priya'), state('mike')])).toEqual([]);
  });

  testRows<Partial<RatingRow>>([
    { mu: 26 },
    { sigma: 6 },
    { direction: 10 },
    { partner: 8 },
    { open_difference: 1 },
    { rating: 3.6 },
    { reliability: 0.1 },
    { games: 5 },
    { last_played_at: null },
    { last_played_at: new Date(lastPlayed + 1) },
  ])('are those that differ in any number', (change) => {
    const standing = row('mike', change);
    expect(between([standing], [state('mike')])).toMatchObject([
      { memberId: 'mike', standing, expected: { reliability: currentModel.reliabilityOf(5) } },
    ]);
  });

  it('contain missing and extra ratings, grouped by player', () => {
    const found = between(
      [row('mike', { bracket: 'singles-open' }), row('sofia', { sport: 'tennis' })],
      [state('mike'), state('sofia', { bracket: 'mixed-open' })],
    );
    const named = found.map(({ memberId, sport, bracket, expected, standing }) => [
      ...[memberId, sport, bracket],
      ...[expected !== null, standing !== null],
    ]);
    expect(named).toEqual([
      ['mike', 'padel', 'overall-open', true, false],
      ['mike', 'padel', 'singles-open', false, true],
      ['sofia', 'padel', 'mixed-open', true, false],
      ['sofia', 'tennis', 'overall-open', false, true],
    ]);
  });
});

describe('a difference', () => {
  const expected = { ...state('mike'), reliability: 0.64 };
  const difference = (standing: Partial<RatingRow> | null) => ({
    ...{ memberId: 'mike', sport: 'padel', bracket: 'overall-open', expected },
    standing: standing && row('mike', { reliability: 0.64, ...standing }),
  });

  testRows([{ rating: 3.6 }, { reliability: 0.1 }, { games: 5 }, null])(
    'is seen in every number',
    (standing) => {
      expect(isVisible(difference(standing))).toBe(true);
    },
  );

  it('is visible in a rating that should not exist', () => {
    expect(isVisible({ ...difference({}), expected: null })).toBe(true);
  });

  it('is not visible in numbers that only the model uses', () => {
    expect(isVisible(difference({ mu: 25.000_001, sigma: 5.000_001 }))).toBe(false);
  });
});

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
  it('says how far half of the main ratings move, and nine of ten', () => {
    const moves = Array.from({ length: 10 }, (_, index) => move(3.5 + (index + 1) / 10));
    const expected = { moved: 10, median: 0.5, ninetiethPercentile: 0.9 };
    expect(summaryOf(moves)).toMatchObject(expected);
    expect(summaryOf(moves.toReversed())).toMatchObject(expected);
  });

  it('names the players who move furthest, up or down', () => {
    const moves = Array.from({ length: 40 }, (_, index) =>
      move(3.5 + (index % 2 ? 1 : -1) * index * 0.01),
    );
    const { furthest } = summaryOf(moves);
    expect(furthest.map(({ after }) => after?.toFixed(2)).join(' ')).toBe(
      '3.89 3.12 3.87 3.14 3.85 3.16 3.83 3.18 3.81 3.20',
    );
  });

  it('names all players who move if they are few, in any order of input', () => {
    const moves = [move(4), move(3.2), move(3.6)];
    expect(summaryOf(moves).furthest).toEqual(moves);
    expect(summaryOf(moves.toReversed()).furthest).toEqual(moves);
  });

  it('leaves out other brackets, and ratings that stay, appear, or disappear', () => {
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

  it('goes from the stored rating to the expected one', () => {
    expect(difference(3.5, 3.6)).toEqual({ ...key, before: 3.5, after: 3.6 });
    expect(difference(null, 3.6)).toEqual({ ...key, before: null, after: 3.6 });
    expect(difference(3.5, null)).toEqual({ ...key, before: 3.5, after: null });
  });
});

const NUMBERS = [25, 5, 2 ** 40 + 9, packPair(7, 1.5), packPlayed(4, 1_000)];

const storedState = (
  numbers = NUMBERS,
  brackets = ['overall-open'],
): StoredState & PlayerState => ({
  ...{ memberId: 'mem_mike', sport: 'padel', matchId: 'mat_1', arrival: 7, stateOrder: 1 },
  matchDate: new Date('2026-09-12T15:30:00Z'),
  ...{ brackets, numbers: Float64Array.from(numbers) },
});

describe('a state differs', () => {
  testRows([0, 1, 2, 3, 4])('if any bit of any number differs', (index) => {
    const number = NUMBERS[index] ?? 0;
    const next = number * (1 + Number.EPSILON) + Number.MIN_VALUE;
    const other = storedState(NUMBERS.with(index, next));
    const differences = stateDifferences([storedState(), storedState()], [storedState(), other]);
    expect(differences).toEqual([{ expected: storedState(), stored: other }]);
    expect(differences.map(bracketDifferences)).toMatchObject([[{ bracket: 'overall-open' }]]);
  });

  it('if it is not stored', () => {
    const missing = [{ expected: storedState(), stored: null }];
    expect(stateDifferences([storedState()], [null])).toEqual(missing);
    expect(stateDifferences([storedState()], [])).toEqual(missing);
  });

  it('only in the brackets that differ', () => {
    const expected = storedState([...NUMBERS, ...NUMBERS], ['overall-open', 'mixed-open']);
    expect(bracketDifferences({ expected, stored: storedState() })).toMatchObject([
      { bracket: 'mixed-open', expected: { mu: 25 }, stored: null },
    ]);
    expect(bracketDifferences({ expected: storedState(), stored: expected })).toMatchObject([
      { bracket: 'mixed-open', expected: null, stored: { mu: 25 } },
    ]);
  });
});

describe('a finding says what is stored and what should be', () => {
  const skill = { sigma: 5, id: 0, direction: 9, partner: 7, open: 1.5 };
  const values = (mu: number) => ({ mu, ...skill, rating: 3.5, games: 4, lastPlayed: null });
  const key = { memberId: 'mem_mike', sport: 'padel', bracket: 'overall-open' };
  const expected = { ...key, ...values(25), reliability: 0.64 };
  const standing = {
    ...values(26),
    open_difference: 1.5,
    reliability: 0.6,
  } as unknown as RatingRow;
  const state = (...brackets: [string, number][]) =>
    storedState(
      brackets.flatMap(([, mu]) => [mu, 5, 9, packPair(7, 1.5), packPlayed(4, Number.NaN)]),
      brackets.map(([bracket]) => bracket),
    );

  testRows([
    [
      { standing, expected },
      'the database has R 3.5, reliability 0.6, games 4, mu 26, sigma 5, direction 9, partner 7, open difference 1.5, the ledger gives ' +
        'R 3.5, reliability 0.64, games 4, mu 25, sigma 5, direction 9, partner 7, open difference 1.5.',
    ],
    [
      { standing: null, expected },
      'the database has nothing, the ledger gives R 3.5, reliability 0.64, games 4, mu 25, sigma 5, direction 9, partner 7, open difference 1.5.',
    ],
    [
      { standing, expected: null },
      'the database has R 3.5, reliability 0.6, games 4, mu 26, sigma 5, direction 9, partner 7, open difference 1.5, the ledger gives nothing.',
    ],
  ])('of a rating', (values, text) => {
    expect(describeFinding({ kind: 'rating', difference: { ...key, ...values } })).toBe(
      `Rating of mem_mike, padel overall-open: ${text}`,
    );
  });

  it('of a state, in the brackets that differ, by their names', () => {
    const difference = {
      expected: state(['overall-open', 25], ['mixed-open', 20], ['singles-open', 21]),
      stored: state(['overall-open', 25], ['doubles-open', 22], ['singles-open', 23]),
    };
    expect(describeFinding({ kind: 'state', difference })).toBe(
      'State of mem_mike in padel after mat_1: ' +
        'In doubles-open, the database has R 3.246, games 4, mu 22, sigma 5, direction 9, partner 7, open difference 1.5, the ledger gives nothing. ' +
        'In mixed-open, the database has nothing, the ledger gives R 3.096, games 4, mu 20, sigma 5, direction 9, partner 7, open difference 1.5. ' +
        'In singles-open, the database has R 3.327, games 4, mu 23, sigma 5, direction 9, partner 7, open difference 1.5, the ledger gives R 3.169, ' +
        'games 4, mu 21, sigma 5, direction 9, partner 7, open difference 1.5.',
    );
  });

  it('of a state that is not stored', () => {
    const difference = { expected: state(['overall-open', 25]), stored: null };
    expect(describeFinding({ kind: 'state', difference })).toBe(
      'State of mem_mike in padel after mat_1: ' +
        'In overall-open, the database has nothing, the ledger gives R 3.5, games 4, mu 25, sigma 5, direction 9, partner 7, open difference 1.5.',
    );
  });

  it('of a state that no match explains, by its position', () => {
    const stray = state(['overall-open', 25], ['mixed-open', 20]);
    expect(describeFinding({ kind: 'stray', state: stray })).toBe(
      'State of mem_mike in padel after 2026-09-12T15:30:00.000Z (arrival 7): ' +
        'In overall-open, the database has R 3.5, games 4, mu 25, sigma 5, direction 9, partner 7, open difference 1.5, the ledger gives nothing. ' +
        'In mixed-open, the database has R 3.096, games 4, mu 20, sigma 5, direction 9, partner 7, open difference 1.5, the ledger gives nothing.',
    );
  });
});
