import { testRows } from '@partner-rating/table-tests';
import { expect } from 'vitest';
import { bracketName } from './format.ts';

testRows([
  ['overall-open', 'All matches, open'],
  ['doubles-50+', 'Doubles, 50+'],
  ['gender-40+', 'Same gender, 40+'],
  ['singles-12-13', 'Singles, 12–13'],
])('names each bracket', (bracket, name) => {
  expect(bracketName(bracket)).toBe(name);
});
