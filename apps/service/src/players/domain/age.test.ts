import { expect, it } from 'vitest';
import { ageOn } from './age.ts';

it.each([
  ['1986-04-30', '2026-04-29', 39],
  ['1986-04-30', '2026-04-30', 40],
  ['2004-02-29', '2026-02-28', 21],
  ['2004-02-29', '2026-03-01', 22],
])('who was born on %s is on %s %i years old', (birthDate, day, age) => {
  expect(ageOn(birthDate, day)).toBe(age);
});
