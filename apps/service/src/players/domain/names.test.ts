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

it('gives the full name as first and last name', () => {
  expect(fullName({ first_name: 'Mike', last_name: 'Brennan' })).toBe('Mike Brennan');
});
