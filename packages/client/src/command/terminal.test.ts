import { testRows } from '@partner-rating/table-tests';
import { expect, test } from 'vitest';
import { escapeDeceptive, lineWriter } from './terminal.ts';

test('the terminal output escapes names that would clear the screen, begin a line, or change the writing direction', () => {
  let written = '';
  lineWriter({
    write: (text) => {
      written += text;
    },
  })('Mike\n\u001b[2J\u009b2J\u202eB\u2028\u{e0041}.');
  expect(written).toBe('Mike\\u000a\\u001b[2J\\u009b2J\\u202eB\\u2028\\udb40\\udc41.\n');
});

test('an escaped line of JSON keeps its meaning', () => {
  const json = JSON.stringify({ name: 'a\n\u001b\u009b\u202e\u2028\u{e0041}' });
  expect(JSON.parse(escapeDeceptive(json))).toEqual(JSON.parse(json));
});

testRows(['علی\u200cرضا', 'क्\u200dष', '👩\u200d🚀', '❤\ufe0f', 'O’Brien  —  é'])(
  'keeps the invisible characters that scripts and emoji need',
  (text) => {
    expect(escapeDeceptive(text)).toBe(text);
  },
);
