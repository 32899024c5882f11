import { testRows } from '@partner-rating/table-tests';
import { describe, expect, test } from 'vitest';
import { schemaCheck } from '../schema-check.ts';
import { compile } from './compiler.ts';
import { deceptiveCharacterIn, escapeDeceptive } from './deceptive-character.ts';

describe('deceptiveCharacterIn', () => {
  testRows([
    ['a\u0000', 'character 2, U+0000'],
    ['Bren\nnan', 'character 5, U+000A LINE FEED'],
    ['\u001b[2J', 'character 1, U+001B ESCAPE'],
    ['\u009b2J', 'character 1, U+009B CONTROL SEQUENCE INTRODUCER'],
    ['nan\u202eerB', 'character 4, U+202E RIGHT-TO-LEFT OVERRIDE'],
    ['\u202aBrennan\u202c', 'character 1, U+202A LEFT-TO-RIGHT EMBEDDING'],
    ['\u2066Brennan\u2069', 'character 1, U+2066 LEFT-TO-RIGHT ISOLATE'],
    ['Brennan\u200f', 'character 8, U+200F RIGHT-TO-LEFT MARK'],
    ['Bren\u200bnan', 'character 5, U+200B ZERO WIDTH SPACE'],
    ['Bren\u2060nan', 'character 5, U+2060 WORD JOINER'],
    ['\ufeffBrennan', 'character 1, U+FEFF BYTE ORDER MARK'],
    ['Bren\u00adnan', 'character 5, U+00AD SOFT HYPHEN'],
    ['🎾\u{e0041}', 'character 2, U+E0041'],
    ['Bren\u034fnan', 'character 5, U+034F COMBINING GRAPHEME JOINER'],
    ['\u115f', 'character 1, U+115F HANGUL CHOSEONG FILLER'],
    ['\u1160', 'character 1, U+1160 HANGUL JUNGSEONG FILLER'],
    ['\u2800', 'character 1, U+2800 BRAILLE PATTERN BLANK'],
    ['\u3164', 'character 1, U+3164 HANGUL FILLER'],
    ['\uffa0', 'character 1, U+FFA0 HALFWIDTH HANGUL FILLER'],
    ['Brennan\u2029', 'character 8, U+2029 PARAGRAPH SEPARATOR'],
    ['Brennan\u2028', 'character 8, U+2028 LINE SEPARATOR'],
    ['\ud83c', 'character 1, U+D83C'],
  ])('finds a character that is invisible or changes the writing direction', (text, character) => {
    expect(deceptiveCharacterIn(text)).toBe(character);
    expect(escapeDeceptive(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
    expect(JSON.parse(`"${escapeDeceptive(text)}"`)).toBe(text);
  });

  testRows([
    ...[
      'Brennan',
      'García López',
      'Łukasz',
      '山田',
      '葛\u{e0100}城',
      'محمد',
      'علی\u200cرضا',
      'שרה',
    ],
    ...['क्\u200dष', 'O’Brien', '👩\u200d🚀', '❤\ufe0f', 'a b\u00a0c', 'Court 3 – 15:30'],
  ])('allows characters that scripts and emoji need', (text) => {
    expect(deceptiveCharacterIn(text)).toBeNull();
    expect(escapeDeceptive(text)).toBe(text);
  });
});

describe('the format plain-text', () => {
  test('refuses a deceptive character of a request with its name, position, and field', () => {
    const check = schemaCheck('MatchVoidInput');
    expect(check({ reason: 'Wrong court.' })).toEqual([]);
    expect(check({ reason: 'nan\u202eerB' })).toEqual([
      {
        ...{ pointer: '/reason', code: 'deceptive_character' },
        detail:
          'This has an invisible character that changes how it is read (character 4, U+202E RIGHT-TO-LEFT OVERRIDE). Remove it.',
      },
    ]);
  });

  test('allows deceptive characters in an answer', () => {
    expect(compile({ type: 'string', format: 'plain-text' })('nan\u202eerB')).toBeNull();
  });
});
