import { testRows } from '@partner-rating/table-tests';
import { expect } from 'vitest';
import { chosenEnding, recordWords } from './report.ts';

testRows<[string, number[][], string]>([
  [
    'completed',
    [
      [11, 8],
      [3, 11],
      [11, 4],
    ],
    'won',
  ],
  ['completed', [[8, 11]], 'lost'],
  [
    'you-retired',
    [
      [21, 2],
      [15, 0],
    ],
    'lost',
  ],
  ['they-retired', [[2, 21]], 'won'],
  ['they-did-not-come', [], 'won'],
  ['timed', [[7, 7]], 'drew'],
  ['something else', [[11, 8]], 'won'],
])('the result of a match follows its ending, or else its games', (code, scores, words) => {
  expect(recordWords(chosenEnding(code), scores)).toBe(words);
});
