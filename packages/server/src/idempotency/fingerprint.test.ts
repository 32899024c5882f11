import { testRows } from '@partner-rating/table-tests';
import { expect, test } from 'vitest';
import { canonicalJson } from './fingerprint.ts';

testRows([
  ['{"b":[{"d":1,"c":2}],"a":null}', '{"a":null,"b":[{"c":2,"d":1}]}'],
  ['{"a":1e2,"b":-0,"c":"\\u20ac"}', '{"a":100,"b":0,"c":"€"}'],
  ['{"10":1,"9":2,"__proto__":3}', '{"10":1,"9":2,"__proto__":3}'],
  ['[2,1,true,""]', '[2,1,true,""]'],
])('the canonical form has sorted names and no spaces', (json, canonical) => {
  expect(canonicalJson(JSON.parse(json))).toBe(canonical);
});

test('an undefined field is treated as missing', () => {
  expect(canonicalJson([{ a: undefined }, undefined])).toBe('[{},null]');
});
