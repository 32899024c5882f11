import { testRows } from '@partner-rating/table-tests';
import { expect, test } from 'vitest';
import { hostError } from './host-header.ts';

const errorOf = (...rawHeaders: string[]) => hostError({ headers: {}, rawHeaders });

testRows([
  [[]],
  [['Host', 'a.example']],
  [['Accept', 'host', 'Host', 'a.example', 'X-Header', 'Host']],
  [['Host', 'a.example', 'Hosts', 'b.example', 'Most', 'c.example']],
])('at most one Host header field is valid', (headers) => {
  expect(errorOf(...headers)).toBeNull();
});

test('if only the joined headers are known, there is no error', () => {
  expect(hostError({ headers: { host: 'a.example' } })).toBeNull();
});

test('a second Host is refused, in lower and in upper case', () => {
  expect(errorOf('Host', 'a.example', 'Accept', '*/*', 'hOST', 'a.example')).toMatchObject({
    code: 'validation_failed',
    detail: 'The request has several Host header fields. Send exactly one.',
  });
});
