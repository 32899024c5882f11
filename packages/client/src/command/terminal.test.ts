import { testRows } from '@partner-rating/table-tests';
import { expect, test } from 'vitest';
import { escapeDeceptive, lineWriter } from './terminal.ts';

test('a line cannot clear the screen, begin another row or be turned round by a name', () => {
  let written = '';
  lineWriter({
    write: (text) => {
      written += text;
    },
  })('Mike\n\u001b[2J\u009b2J\u202eB\u2028\u{e0041}.');
  expect(written).toBe('Mike\\u000a\\u001b[2J\\u009b2J\\u202eB\\u2028\\udb40\\udc41.\n');
});

test('a line of JSON keeps its meaning', () => {
  const json = JSON.stringify({ name: 'a\n\u001b\u009b\u202e\u2028\u{e0041}' });
  expect(JSON.parse(escapeDeceptive(json))).toEqual(JSON.parse(json));
});

testRows(['علی\u200cرضا', 'क्\u200dष', '👩\u200d🚀', '❤\ufe0f', 'O’Brien  —  é'])(
  'what scripts and emoji need is printed as it is',
  (text) => {
    expect(escapeDeceptive(text)).toBe(text);
  },
);
