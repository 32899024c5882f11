import { ValidationError } from '@partner-rating/client';
import { testRows } from '@partner-rating/table-tests';
import { expect, it } from 'vitest';
import { formErrors } from './report-form.ts';

const errorAt = (pointer: string) =>
  formErrors(
    new ValidationError('The batch is rejected.', {
      errors: [{ pointer, code: 'some_error', detail: 'It is wrong.' }],
    }),
    [0, 2],
  )[0];

testRows([
  ['/matches/0/teams/0/0', null, 'You: It is wrong.'],
  ['/matches/0/teams/0/1', 'partner', 'Partner: It is wrong.'],
  ['/matches/0/teams/1/0', 'opponent', 'Opponent: It is wrong.'],
  ['/matches/0/teams/1/1', 'second-opponent', 'Second opponent: It is wrong.'],
  ['/matches/0/games/0/scores', 'game-1', 'Game 1: It is wrong.'],
  ['/matches/0/games/1/scores/0', 'game-3', 'Game 3: It is wrong.'],
  ['/matches/0/games', 'game-1', 'It is wrong.'],
  ['/matches/0/winner', 'ending', 'It is wrong.'],
  ['/sport', 'sport', 'Sport: It is wrong.'],
  ['/winBy', null, 'It is wrong.'],
])('an error belongs to the field of its pointer', (pointer, field, text) => {
  expect(errorAt(pointer)).toEqual({ field, text });
});

it('an error without a pointer shows the message of the service', () => {
  const error = new ValidationError('The key was used before.');
  expect(formErrors(error, [])).toEqual([{ field: null, text: 'The key was used before.' }]);
});
