import { contract } from '@partner-rating/spec/contract';
import { expect, it } from 'vitest';
import { leaderboardOptions } from './options.ts';

const options = leaderboardOptions(['padel', 'pickleball']);

it('says of the leaderboards what the contract shows', () => {
  expect(options).toEqual(contract.example('leaderboard.listCategories').value);
});

it.each([
  ['RatingCategory', options.categories],
  ['AgeBracket', options.ageBrackets],
  ['GeographicScope', options.scopes],
])('names everything that a request may choose as %s', (schema, offered) => {
  expect(offered.map(({ code }) => code)).toEqual(contract.schemas[schema]?.enum);
});

it('names a sport that is rated no longer by its code', () => {
  expect(leaderboardOptions(['jeu_de_paume']).sports).toEqual([
    { code: 'jeu_de_paume', name: 'jeu_de_paume' },
  ]);
});
