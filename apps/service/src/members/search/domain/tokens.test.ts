import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldText } from '../../../players/domain/folded-text.ts';
import { tokenize, trigramsOf } from './tokens.ts';

describe('the tokens of a search', () => {
  it.each([
    ['Mike Brennan', ['mike', 'brennan']],
    ['  BRENNAN,  mike ', ['brennan', 'mike']],
    ['O’Brien', ['obrien']],
    ['Anne-Marie', ['anne', 'marie']],
    ['100%_\\', ['100']],
    ['mike mike', ['mike']],
    ['an ann anna', ['anna']],
    ['%_\\', []],
    ['\u{1F3BE}', []],
  ])('of %j are %j', (text, tokens) => {
    expect(tokenize(text)).toEqual(tokens);
  });

  it('are found in every name that every word of the text is found in, and in no other', () => {
    const text = fc.stringMatching(/^[ab -]{1,8}$/);
    fc.assert(
      fc.property(text, text, (asked, name) => {
        const all = foldText(asked)
          .split(' ')
          .every((token) => foldText(name).includes(token));
        expect(tokenize(asked).every((token) => foldText(name).includes(token))).toBe(all);
      }),
    );
  });
});

describe('the trigrams of a text', () => {
  it.each([
    ['b', ['b']],
    ['br', ['br']],
    ['bren', ['bre', 'ren']],
    ['aaaa', ['aaa']],
    ['𠮷田太郎', ['𠮷田太', '田太郎']],
  ])('of %j are %j', (text, trigrams) => {
    expect(trigramsOf(text)).toEqual(trigrams);
  });
});
