import { contract } from '@partner-rating/spec/contract';
import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { at, count, duration, limitWords, textOf } from './shown.ts';

const moment = new Date('2026-09-12T23:05:09Z');

describe('the values on the pages of operators', () => {
  it('have times in UTC, like logs', () => {
    const shown = { text: '12 Sept 2026, 23:05 UTC', time: '2026-09-12T23:05:09.000Z' };
    expect(at(moment)).toEqual(shown);
  });

  it('have a text, with or without further facts', () => {
    expect(textOf('Mike B.')).toBe('Mike B.');
    expect(textOf({ text: 'never', tone: 'quiet' })).toBe('never');
  });

  it('have separators of thousands in a count', () => {
    expect([0, 999, 1_234_567].map(count)).toEqual(['0', '999', '1,234,567']);
  });

  testRows([
    [0, '0 seconds'],
    [1.9, '1 second'],
    [59, '59 seconds'],
    [60, '1 minute'],
    [3_599, '59 minutes'],
    [3_600, '1 hour'],
    [86_399, '23 hours'],
    [86_400, '1 day'],
    [200_000, '2 days'],
  ])('have durations in words', (seconds, words) => {
    expect(duration(seconds)).toBe(words);
  });
});

const classes = [...new Set(contract.operations().map(({ rateLimitClass }) => rateLimitClass))];

testRows(classes)('the limit of a class is named by what it counts', (name) => {
  expect(limitWords(name)).toMatch(/^[A-Z][a-z]+( [a-z]+)*$/);
});

it('each class has its own words, and a new one has its name', () => {
  expect(new Set(classes.map(limitWords)).size).toBe(classes.length);
  expect(limitWords('new-class')).toBe('new-class');
});
