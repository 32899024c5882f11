import { sports } from '@partner-rating/ratings';
import { sports as catalogued } from '@partner-rating/server/catalogue';
import { expect, it } from 'vitest';
import { sportName } from './sports.ts';

it('the sports of the catalogue are rated, each under its name', () => {
  expect(sports).toEqual(catalogued.map(({ code }) => code));
  expect(sports.map(sportName)).toEqual(catalogued.map(({ name }) => name));
});

it('a sport that is rated no longer has its code for a name', () => {
  expect(sportName('chess')).toBe('chess');
});
