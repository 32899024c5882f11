import { bracketKeys } from '@partner-rating/ratings';
import { expect, it } from 'vitest';
import { bracketsOf, letterOf, lettersOf } from './bracket-letters.ts';

it('every bracket has a letter of its own, which stored rows already use', () => {
  expect(bracketsOf(lettersOf(bracketKeys))).toEqual(bracketKeys);
  const stored = ['overall-open', 'overall-70+', 'singles-open', 'doubles-35+', 'mixed-70+'];
  expect(lettersOf(stored)).toBe('AIJWs');
});

it('an unknown bracket has no letter, and an unknown letter no bracket', () => {
  expect(letterOf('chess-open')).toBeNull();
  expect(() => lettersOf(['chess-open'])).toThrow('The bracket chess-open has no letter.');
  expect(() => bracketsOf('A~')).toThrow('No bracket has the letter ~.');
});
