import { expect, test } from 'vitest';
import { requireSendable } from './sendable.ts';

test.each([
  [{ location: 'https://club.example/cb?state=€' }, 'location has the character U+20AC'],
  [{ link: ['</a>', '</💥>'] }, 'link has the character U+1F4A5'],
  [{ etag: 'a\nb' }, 'etag has the character U+000A'],
  [{ 'e tag': 'a' }, 'has the name "e tag"'],
])('what is wrong with a header field is said, and its value is not: %j', (headers, said) => {
  const check = () => requireSendable({ status: 200, headers });
  expect(check).toThrow(said);
  expect(check).not.toThrow('club.example');
});

test.each([0, 101, 600, Number.NaN])('no response has the status %s', (status) => {
  expect(() => requireSendable({ status })).toThrow(`the status ${status}`);
});
