import { expect, it } from 'vitest';
import { displayName, fullName } from './names.ts';

it.each([
  ['Mike', 'Brennan', 'Mike B.'],
  ['Zoë', 'ångström', 'Zoë Å.'],
  ['Ana', "o'Brien", 'Ana O.'],
  ['Wei', '👩‍👩‍👧', 'Wei 👩‍👩‍👧.'],
  ['Pelé', '', 'Pelé'],
])('shows %s %s as %s', (first_name, last_name, shown) => {
  expect(displayName({ first_name, last_name })).toBe(shown);
});

it('has an end, whatever marks a letter has', () => {
  const first_name = 'a'.repeat(100);
  const last_name = `e${'\u0301'.repeat(99)}`;
  const shown = displayName({ first_name, last_name });
  expect([...shown].length).toBeLessThanOrEqual(128);
});

it('gives the full name as first and last name', () => {
  expect(fullName({ first_name: 'Mike', last_name: 'Brennan' })).toBe('Mike Brennan');
});
