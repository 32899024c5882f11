import { expect, it } from 'vitest';
import { ageOn } from './age.ts';

it.each([
  ['1986-04-30', '2026-04-29T23:59:59Z', 39],
  ['1986-04-30', '2026-04-30T00:00:00Z', 40],
  ['2004-02-29', '2026-02-28T12:00:00Z', 21],
  ['2004-02-29', '2026-03-01T12:00:00Z', 22],
])('who was born on %s is on %s %i years old', (birthDate, moment, age) => {
  expect(ageOn(birthDate, new Date(moment))).toBe(age);
});
