import {
  AuthenticationError,
  ConnectionError,
  PartnerRatingError,
  PermissionError,
  RateLimitError,
  TimeoutError,
} from '@partner-rating/client';
import { expect, it } from 'vitest';
import { explain } from './failures.ts';

it.each([
  [
    'no answer',
    new ConnectionError('members.get got no answer', { code: 'ECONNREFUSED' }),
    'does not answer',
    '/',
  ],
  ['no answer in time', new TimeoutError('members.get took too long'), 'does not answer', '/'],
  ['a token that has expired', new AuthenticationError('Expired.'), 'has run out', '/connect'],
  [
    'a scope that was not granted',
    new PermissionError('It lacks user:profile:read.'),
    'may not do that',
    '/connect',
  ],
  ['too many requests', new RateLimitError('Too many.', { retryAfter: 7 }), 'too much', '/'],
  ['anything else', new PartnerRatingError('It failed.', { requestId: 'req_1' }), 'refused', '/'],
])('explains %s and leads on', (_, error, title, address) => {
  const page = explain(error);
  expect(page.title).toContain(title);
  expect(page.link.address).toBe(address);
});

it('names the request, so that somebody can be asked about it', () => {
  const error = new PartnerRatingError('It failed.', { requestId: 'req_1' });
  expect(explain(error).paragraphs).toEqual(['It failed. (request req_1)']);
});

it('says how long to wait', () => {
  const error = new RateLimitError('Too many.', { retryAfter: 7 });
  expect(explain(error).paragraphs[0]).toContain('7 seconds');
});
