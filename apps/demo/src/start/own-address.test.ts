import { expect, it } from 'vitest';
import { redirectUriFor } from './options.ts';

it.each([
  ['the registered port', 4000, 'http://localhost:4000/callback'],
  ['another port', 4123, 'http://127.0.0.1:4123/callback'],
])('on %s', (_, port, address) => {
  expect(redirectUriFor('http://localhost:4000/callback', port)).toBe(address);
});
