import { expect, it } from 'vitest';
import { failurePage } from './message-pages.ts';

it('the page for an error is 503 with Retry-After if the database cannot be reached', () => {
  const error = Object.assign(new Error('secret address'), { code: 'ECONNREFUSED' });
  const { status, headers, body } = failurePage(error, 'req_1');
  expect([status, headers['retry-after']]).toEqual([503, '5']);
  expect(body).not.toContain('secret');
});

it('the page for an error is 500 for any error but an outage, and names the request', () => {
  const { status, headers, body } = failurePage(new Error('secret'), 'req_1');
  expect([status, headers['retry-after']]).toEqual([500, undefined]);
  expect(body).toContain('req_1');
  expect(body).not.toContain('secret');
});
