import { ageOn } from '@partner-rating/ratings';
import { testRows } from '@partner-rating/table-tests';
import { expect, it } from 'vitest';
import { displayName, fullName, toDay } from './player.ts';

testRows([
  ['Mike', 'Brennan', 'Mike B.'],
  ['Zoë', 'ångström', 'Zoë Å.'],
  ['Ana', "o'Brien", 'Ana O.'],
  ['Wei', '👩‍👩‍👧', 'Wei 👩‍👩‍👧.'],
  ['Pelé', '', 'Pelé'],
])('shows a first name and an initial', (first_name, last_name, shown) => {
  expect(displayName({ first_name, last_name })).toBe(shown);
});

it('limits the initial if a letter has many marks', () => {
  const first_name = 'a'.repeat(100);
  const last_name = `e${'\u0301'.repeat(99)}`;
  const shown = displayName({ first_name, last_name });
  expect([...shown].length).toBeLessThanOrEqual(128);
});

it('joins the first and last name', () => {
  expect(fullName({ first_name: 'Mike', last_name: 'Brennan' })).toBe('Mike Brennan');
});

testRows([
  ['1986-04-30', '2026-04-29', 39],
  ['1986-04-30', '2026-04-30', 40],
  ['2004-02-29', '2026-02-28', 21],
  ['2004-02-29', '2026-03-01', 22],
])('an age changes on the birthday', (birthDate, day, age) => {
  expect(ageOn(birthDate, day)).toBe(age);
});

testRows([
  ['2026-09-12T23:59:59.999Z', '2026-09-12'],
  ['2026-09-12T23:30:00-02:00', '2026-09-13'],
])('a moment has its day in UTC', (moment, day) => {
  expect(toDay(new Date(moment))).toBe(day);
});
