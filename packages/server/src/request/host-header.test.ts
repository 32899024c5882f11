import { testRows } from '@partner-rating/table-tests';
import { expect, test } from 'vitest';
import { hostFault } from './host-header.ts';

const faultOf = (...rawHeaders: string[]) => hostFault({ headers: {}, rawHeaders });

testRows([
  [[]],
  [['Host', 'a.example']],
  [['Accept', 'host', 'Host', 'a.example', 'X-Header', 'Host']],
  [['Host', 'a.example', 'Hosts', 'b.example', 'Most', 'c.example']],
])('one Host header field at most is no fault', (headers) => {
  expect(faultOf(...headers)).toBeNull();
});

test('where only the joined headers are known there is no fault', () => {
  expect(hostFault({ headers: { host: 'a.example' } })).toBeNull();
});

test('a second one is refused, in whatever case', () => {
  expect(faultOf('Host', 'a.example', 'Accept', '*/*', 'hOST', 'a.example')).toMatchObject({
    code: 'validation_failed',
    detail: 'The request has several Host header fields. Send exactly one.',
  });
});
