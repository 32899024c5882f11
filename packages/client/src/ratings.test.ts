import document from '@partner-rating/spec/openapi.json' with { type: 'json' };
import { testRows } from '@partner-rating/table-tests';
import { describe, expect, expectTypeOf, test } from 'vitest';
import type {
  Member,
  RatingChange,
  RatingHistoryEntry,
  RatingUpdate,
  SplitRating,
} from './index.ts';
import { ratingDifference, ratingFor, splitFor, splitsFor } from './index.ts';

const split = (R: number): SplitRating => ({ R, reliability: 0.8, games: 12 });
const member = {
  sport: {
    pickleball: {
      ...split(4.268),
      splits: {
        'overall-open': split(4.268),
        'gender-12-13': split(4.1),
        'singles-35+': split(3.9),
      },
    },
  },
};

describe('the rating of a player', () => {
  test('is the primary rating if no bracket is named', () => {
    expect(ratingFor(member, 'pickleball')).toBe(4.268);
    const example = document.components.examples['members.get'].value;
    expect(ratingFor(example, 'pickleball')).toBe(example.sport.pickleball.R);
  });

  test('is the rating of the named bracket', () => {
    expect(ratingFor(member, 'pickleball', 'singles-35+')).toBe(3.9);
    expect(splitFor(member, 'pickleball', 'singles-35+')).toEqual(split(3.9));
  });

  testRows([
    ['a sport without ratings', member, 'padel', 'overall-open'],
    ['a bracket without a rating', member, 'pickleball', 'mixed-open'],
    ['a sport named like an inherited property', member, 'constructor', 'overall-open'],
    ['a bracket named like an inherited property', member, 'pickleball', 'toString'],
    ['a member whose ratings you may not see', {}, 'pickleball', 'overall-open'],
  ])('is undefined if there is none', (_, whose, sport, bracket) => {
    expect(ratingFor(whose, sport, bracket)).toBeUndefined();
    expect(splitFor(whose, sport, bracket)).toBeUndefined();
  });

  test('is undefined if the service leaves out a field', () => {
    const odd = { sport: { pickleball: {} } } as unknown as Member;
    expect(ratingFor(odd, 'pickleball')).toBeUndefined();
    expect(splitsFor(odd, 'pickleball')).toEqual([]);
  });
});

describe('the splits of a player', () => {
  test('are listed by bracket, with the parts of the bracket key', () => {
    expect(splitsFor(member, 'pickleball')).toEqual([
      { bracket: 'overall-open', category: 'overall', division: 'open', ...split(4.268) },
      { bracket: 'gender-12-13', category: 'gender', division: '12-13', ...split(4.1) },
      { bracket: 'singles-35+', category: 'singles', division: '35+', ...split(3.9) },
    ]);
  });

  test('are empty if there are none', () => {
    expect(splitsFor(member, 'padel')).toEqual([]);
    expect(splitsFor({}, 'pickleball')).toEqual([]);
  });
});

describe('the difference of a change', () => {
  testRows([
    [4.231, 4.268, 0.037],
    [4.407, 4.371, -0.036],
    [4, 4, 0],
  ])('has three decimals', (previousRating, newRating, difference) => {
    expect(ratingDifference({ previousRating, newRating })).toBe(difference);
  });

  testRows([
    ['a first rating', { previousRating: null, newRating: 4 }],
    ['a rating that was removed', { previousRating: 4, newRating: null }],
    ['ratings you may not see', {}],
  ])('is null if a rating is missing', (_, change) => {
    expect(ratingDifference(change)).toBeNull();
  });

  test('works for changes, history entries, and updates', () => {
    type Change = Parameters<typeof ratingDifference>[0];
    expectTypeOf<RatingChange>().toExtend<Change>();
    expectTypeOf<RatingHistoryEntry>().toExtend<Change>();
    expectTypeOf<RatingUpdate>().toExtend<Change>();
  });
});
