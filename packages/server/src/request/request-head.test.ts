import { expect, test } from 'vitest';
import { headerOf, pathOf } from './request-head.ts';

test('a repeated header field is one text', () => {
  const headers = { accept: '*/*', cookie: ['a=1', 'b=2'] };
  expect(headerOf({ headers }, 'accept')).toBe('*/*');
  expect(headerOf({ headers }, 'cookie')).toBe('a=1, b=2');
  expect(headerOf({ headers }, 'host')).toBeUndefined();
});

test('a path is everything before the first question mark', () => {
  expect(pathOf({ headers: {}, url: '/a/b?c=d?e' })).toBe('/a/b');
  expect(pathOf({ headers: {}, url: '/a/b' })).toBe('/a/b');
  expect(pathOf({ headers: {}, url: '?c' })).toBe('');
  expect(pathOf({ headers: {} })).toBe('');
});
