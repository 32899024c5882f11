import { expect, it } from 'vitest';
import { parameterRows, sportParameters } from './parameters.ts';
import { sports } from './sports.ts';

it('an absence costs the same reliability in singles and doubles of a sport', () => {
  for (const sport of sports) {
    const { singles, doubles } = parameterRows[sport];
    expect(doubles.driftPerDay / doubles.scaleSpread).toBeCloseTo(
      singles.driftPerDay / singles.scaleSpread,
      12,
    );
  }
});

it('each row names its data, or the row that it copies', () => {
  for (const sport of sports) {
    for (const { source } of Object.values(parameterRows[sport])) {
      expect(source).toMatch(/\d+ (games|matches)|The row of [a-z ]+: /);
    }
  }
});

it('larger teams use the row of doubles', () => {
  expect(sportParameters('tennis', 1)).toBe(parameterRows.tennis.singles);
  expect(sportParameters('tennis', 2)).toBe(parameterRows.tennis.doubles);
  expect(sportParameters('tennis', 5)).toBe(parameterRows.tennis.doubles);
});
