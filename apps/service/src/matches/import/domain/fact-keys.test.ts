import type { Schemas } from '@partner-rating/server';
import { testRows } from '@partner-rating/table-tests';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldText } from '../../../members/domain/names.ts';
import { differInMarks, factKeys } from './fact-keys.ts';
import { participantReader } from './participant.ts';

const hex = (value: string | Uint8Array) => Buffer.from(value).toString('hex');

const nothing = { emailHash: null, birthYear: null, gender: null };

/** The keys of a person called so, each with the folded name first. */
function keysOf(firstName: string) {
  const { key, earlierKey } = factKeys({ sent: { firstName, lastName: '' }, ...nothing });
  return { key, earlierKey, folded: JSON.parse(key)[0], earlier: JSON.parse(earlierKey)[0] };
}

const baseLetters: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ħ: 'h', ŧ: 't', ı: 'i' },
};

/** `foldText` of versions before 0.7.0. */
function foldBefore(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[ßæœøđðþłħŧı]/gu, (letter) => baseLetters[letter] ?? letter)
    .replace(/[\p{Pd}\p{Z}\s]/gu, ' ')
    .replace(/[^\p{L}\p{N} ]/gu, '')
    .replace(/ +/g, ' ')
    .trim();
}

const graphemes = fc.string({ unit: 'grapheme' });

describe('the stored hashes of facts', () => {
  // Databases contain these hashes. If this test fails, imports no longer recognise what they stored. Do not change a hash:
  // add a key, as fact-keys.ts says.
  testRows<[sent: Schemas.Participant, stored: string, storedBefore: string]>([
    [
      {
        firstName: 'Zoë',
        lastName: 'O’Brien',
        memberId: '10482',
        email: 'ZOE@Example.com',
        birthYear: 1990,
        gender: 'FEMALE',
        city: 'San José',
        state: 'Texas',
      },
      'db84ab859a4ffa8139b1396ddbd85075ce0163bc20db21e5f0030e2992b5b719',
      'ab734597a02f6fc4eca9cae78254d8b68325872d7258a3be4067e101216358d3',
    ],
    [
      { firstName: 'राम', lastName: 'शर्मा', city: 'दिल्ली' },
      '57d798b93c483f79aa7a87ed04c6fa26ebe920d3dcd479c985e7942d069819b6',
      '1b8e39393a8923e2b0379b6a1a53349c4fe2f5cdb7e903c5209fe17878c1329e',
    ],
    [
      { firstName: 'रमा', lastName: 'शर्मा', city: 'दिल्ली' },
      '283d74307b52951721d34dc6356dfa56da9c9f7136d6a1c3498c0c928d3aeb7b',
      '1b8e39393a8923e2b0379b6a1a53349c4fe2f5cdb7e903c5209fe17878c1329e',
    ],
    [
      { firstName: 'がく', lastName: 'かわばた', state: 'ぎふ' },
      '01700060ae330fa281df9c9ed67369562169f89cf3a4ebfbb07767ccc35cab6a',
      '480463ae94f254d950a707f874f5a48f5c6ab86719b0a4ab3cdd57dbe8be786f',
    ],
    [
      { firstName: 'มานี', lastName: 'ใจดี', birthYear: 1988 },
      '3be6946b3f2cbd5fd5491533aba8548d6f49b70f9a3b5b7eb156f0d4124c079e',
      'f7b0313d34daafc6949e95e0617d49816f6b6fe9cfc28b5ec4adbd8aa9923e06',
    ],
    [
      { firstName: '!', lastName: '?', city: '-' },
      '84b02d91c72924f5f6dccf0cf444461e2148961b240fc7bfcb9498e7eeff1194',
      'feafff4bc8529e072c22fda142a38bc3329aa9966ffd5bcfca3ebde7bf71593a',
    ],
    [
      { firstName: 'が'.repeat(100), lastName: '\ufdfa'.repeat(100) },
      '6b28e4ee3e0e4c5b7e54d5ee3aa0f842a4df899d19a7ba9a1b56837d497f012b',
      '615dee02c3b964d7994763cf56c43a315b71e1fcc394882b923c5a17a6dea443',
    ],
  ])('never change', (sent, stored, storedBefore) => {
    expect(participantReader(hex)(sent)).toMatchObject({
      ...{ factsHash: stored, earlierFactsHash: storedBefore },
    });
  });

  it('distinguish all names that are compared as different', () => {
    fc.assert(
      fc.property(graphemes, (text) => {
        const { folded } = keysOf(text);
        expect(foldText(folded)).toBe(foldText(text));
      }),
    );
  });

  it('have an earlier form, which has no marks, as in versions before 0.7.0', () => {
    fc.assert(
      fc.property(graphemes, (text) => {
        const folded = foldBefore(text);
        expect(keysOf(text).earlier).toBe(folded === '' ? `${text} `.normalize('NFC') : folded);
      }),
    );
    const [ram, rama] = ['राम', 'रमा'].map(keysOf);
    expect(ram?.earlierKey).toBe(rama?.earlierKey);
    expect(ram?.key).not.toBe(rama?.key);
  });

  it('never equal an earlier form, so that a name is not taken for one with marks', () => {
    const [plain, marked] = ['かわはた', 'かわばた'].map(keysOf);
    expect(plain?.earlierKey).toBe(marked?.earlierKey);
    expect(plain?.key).not.toBe(marked?.earlierKey);
  });
});

testRows([
  [{}, false],
  [{ name: 'राम वर्मा' }, false],
  [{ name: 'रमा शर्मा' }, true],
  [{ city: 'दल्ली' }, true],
  [{ state: 'बहार' }, true],
  [{ city: null }, false],
])('two people differ in marks if nothing else distinguishes a fact', (other, expected) => {
  const ram = { name: 'राम शर्मा', city: 'दिल्ली', state: 'बिहार' };
  expect(differInMarks(ram, { ...ram, ...other })).toBe(expected);
});
