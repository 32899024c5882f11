import { expect, it } from 'vitest';
import { bracketName } from './format.ts';

it.each([
  ['overall-open', 'All matches, open'],
  ['doubles-50+', 'Doubles, 50+'],
  ['gender-40+', 'Same gender, 40+'],
  ['singles-12-13', 'Singles, 12–13'],
])('names %s "%s"', (bracket, name) => {
  expect(bracketName(bracket)).toBe(name);
});
