import { describe, expect, it } from 'vitest';
import { isBeginning, isPart } from '../store/token-lengths.ts';
import { byLength, tokenize } from './tokens.ts';

describe('the tokens of a text', () => {
  it.each([
    ['Brennan', ['brennan']],
    ['O’Brien-Łukasz', ['obrien', 'lukasz']],
    ['ann Anne', ['ann', 'anne']],
    ['mike MIKE', ['mike']],
    ['%', []],
    [' ', []],
  ])('%s', (text, tokens) => {
    expect(tokenize(text)).toEqual(tokens);
  });

  it('begin a first name from two letters on, and are a part of a name from three', () => {
    expect(['m', 'mi', 'mik'].map(isBeginning)).toEqual([false, true, true]);
    expect(['太', '太郎'].map(isBeginning)).toEqual([false, true]);
    expect(['mi', 'mik'].map(isPart)).toEqual([false, true]);
  });

  it('are looked up by the longest', () => {
    expect(byLength(['li', 'brennan', 'mike'])).toEqual(['brennan', 'mike', 'li']);
  });
});
