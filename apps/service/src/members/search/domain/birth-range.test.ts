import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ageOn } from '../../../players/domain/age.ts';
import { toDay } from '../../../players/domain/day.ts';
import { birthRange } from './birth-range.ts';

const anyDate = fc.date({
  min: new Date('1880-01-01'),
  max: new Date('2030-12-31'),
  noInvalidDate: true,
});
const anyDay = fc.oneof(
  anyDate,
  fc.constantFrom('2024-02-29', '2026-02-28', '2026-03-01').map((day) => new Date(day)),
);
const anyAge = fc.option(fc.nat(150));

it('holds the births of exactly those who are of these ages', () => {
  fc.assert(
    fc.property(anyDay, anyDay, anyAge, anyAge, (birth, today, from, to) => {
      const { after, upTo } = birthRange({ from, to }, toDay(today));
      const birthDate = toDay(birth);
      const age = ageOn(birthDate, toDay(today));
      const isInside =
        (after === null || birthDate > after) && (upTo === null || birthDate <= upTo);
      expect(isInside).toBe((from === null || age >= from) && (to === null || age <= to));
    }),
    { numRuns: 2_000 },
  );
});

it('gives dates that exist, also from 29 February', () => {
  expect(birthRange({ from: 1, to: 3 }, '2024-02-29')).toEqual({
    after: '2020-02-29',
    upTo: '2023-02-28',
  });
  // 1900 had no such day, 2000 had one.
  expect(birthRange({ from: 100, to: null }, '2000-02-29').upTo).toBe('1900-02-28');
  expect(birthRange({ from: 96, to: null }, '2096-02-29').upTo).toBe('2000-02-29');
});
