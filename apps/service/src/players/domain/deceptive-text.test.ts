import { describe, expect, it } from 'vitest';
import { isDeceptive } from './deceptive-text.ts';

describe('a text deceives', () => {
  it.each([
    ['an override to the left', 'nan\u202eerB'],
    ['an embedding', '\u202aBrennan\u202c'],
    ['an isolate', '\u2066Brennan\u2069'],
    ['a mark of direction', 'Brennan\u200f'],
    ['a zero-width space', 'Bren\u200bnan'],
    ['a word joiner', 'Bren\u2060nan'],
    ['a byte order mark', '\ufeffBrennan'],
    ['a soft hyphen', 'Bren\u00adnan'],
    ['a tag', 'Brennan\u{e0041}'],
    ['a joiner of graphemes', 'Bren\u034fnan'],
    ['a filler of initial consonants', '\u115f'],
    ['a filler of vowels', '\u1160'],
    ['a blank of Braille', '\u2800'],
    ['a filler', '\u3164'],
    ['a halfwidth filler', '\uffa0'],
    ['a paragraph separator', 'Brennan\u2029'],
    ['a line separator', 'Brennan\u2028'],
  ])('by %s', (_, text) => {
    expect(isDeceptive(text)).toBe(true);
  });

  it.each([
    'Brennan',
    'García López',
    'Łukasz',
    '山田',
    'محمد',
    'علی\u200cرضا',
    'שרה',
    'क्\u200dष',
    'O’Brien',
  ])('not where it is a name such as %s', (text) => {
    expect(isDeceptive(text)).toBe(false);
  });
});
