import { sports } from '@partner-rating/ratings';
import { sports as catalogued } from '@partner-rating/server/catalogue';
import { expect, it } from 'vitest';
import { sportName } from './sports.ts';

it('all sports of the catalogue are rated, and have their names', () => {
  expect(sports).toEqual(catalogued.map(({ code }) => code));
  expect(sports.map(sportName)).toEqual(catalogued.map(({ name }) => name));
});

it('a sport that is no longer rated is shown by its code', () => {
  expect(sportName('chess')).toBe('chess');
});
