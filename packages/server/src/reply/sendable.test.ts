import { testRows } from '@partner-rating/table-tests';
import { expect } from 'vitest';
import { requireSendable } from './sendable.ts';

testRows([
  [{ location: 'https://club.example/cb?state=€' }, 'location has the character U+20AC'],
  [{ link: ['</a>', '</💥>'] }, 'link has the character U+1F4A5'],
  [{ etag: 'a\nb' }, 'etag has the character U+000A'],
  [{ etag: '"1"\r\nset-cookie: a=b' }, 'etag has the character U+000D'],
  [{ etag: '\u0001' }, 'etag has the character U+0001'],
  [{ 'e tag': 'a' }, 'has the name "e tag"'],
  [{ etag: undefined as never }, 'etag'],
])('the error of a header field names the problem without its value', (headers, said) => {
  const check = () => requireSendable({ status: 200, headers });
  expect(check).toThrow(said);
  expect(check).not.toThrow('club.example');
});

testRows([0, 101, 600, Number.NaN])('no response has a status outside 200 to 599', (status) => {
  expect(() => requireSendable({ status })).toThrow(`the status ${status}`);
});
