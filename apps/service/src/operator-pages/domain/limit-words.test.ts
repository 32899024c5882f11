import { contract } from '@partner-rating/spec/contract';
import { expect, it } from 'vitest';
import { limitWords } from './limit-words.ts';

const classes = [...new Set(contract.operations().map(({ rateLimitClass }) => rateLimitClass))];

it.each(classes)('the limit of the class %s is named by what it counts', (name) => {
  expect(limitWords(name)).toMatch(/^[A-Z][a-z]+( [a-z]+)*$/);
});

it('each class has words of its own, and one that is new its name', () => {
  expect(new Set(classes.map(limitWords)).size).toBe(classes.length);
  expect(limitWords('new-class')).toBe('new-class');
});
