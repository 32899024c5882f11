import { ValidationError } from '@partner-rating/client';
import { testRows } from '@partner-rating/table-tests';
import { expect, it } from 'vitest';
import { formErrors } from './report-form.ts';

const TEXT = 'Play ended before this score. Check the scores.';

const errorAt = (pointer: string) =>
  formErrors(
    new ValidationError('The batch is rejected.', {
      errors: [{ pointer, code: 'score_after_end', detail: 'For developers.' }],
    }),
    [0, 2],
  )[0];

testRows([
  ['/matches/0/teams/0/0', null, `You: ${TEXT}`],
  ['/matches/0/teams/0/1', 'partner', `Partner: ${TEXT}`],
  ['/matches/0/teams/1/0', 'opponent', `Opponent: ${TEXT}`],
  ['/matches/0/teams/1/1', 'second-opponent', `Second opponent: ${TEXT}`],
  ['/matches/0/games/0/scores', 'game-1', `Game 1: ${TEXT}`],
  ['/matches/0/games/1/scores/0', 'game-3', `Game 3: ${TEXT}`],
  ['/matches/0/games', 'game-1', TEXT],
  ['/matches/0/winner', 'ending', TEXT],
  ['/sport', 'sport', `Sport: ${TEXT}`],
  ['/winBy', null, TEXT],
])('an error belongs to the field of its pointer', (pointer, field, text) => {
  expect(errorAt(pointer)).toEqual({ field, text });
});

it('an error without a pointer, or with an unknown code, has a text for players too', () => {
  const text = 'The rating service does not accept this. Check what you entered.';
  const error = new ValidationError('The key was used before.');
  expect(formErrors(error, [])).toEqual([{ field: null, text }]);
  const item = { pointer: '/sport', code: 'new_code', detail: 'For developers.' };
  expect(formErrors(new ValidationError('Refused.', { errors: [item] }), [])).toEqual([
    { field: 'sport', text: `Sport: ${text}` },
  ]);
});
