import { testRows } from '@partner-rating/table-tests';
import { expect } from 'vitest';
import { redirectUriFor } from './options.ts';

testRows([
  ['the registered port', 4000, 'http://localhost:4000/callback'],
  ['another port', 4123, 'http://127.0.0.1:4123/callback'],
])('the address of the demo depends on its port', (_, port, address) => {
  expect(redirectUriFor('http://localhost:4000/callback', port)).toBe(address);
});
