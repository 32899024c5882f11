import {
  AuthenticationError,
  ConnectionError,
  OAuthError,
  PartnerRatingError,
  PermissionError,
  RateLimitError,
  TimeoutError,
} from '@partner-rating/client';
import { testRows } from '@partner-rating/table-tests';
import { expect, it } from 'vitest';
import { errorPage } from './error-pages.ts';

testRows([
  [
    'no response',
    new ConnectionError('members.get got no response', { code: 'ECONNREFUSED' }),
    'does not respond',
    '/',
  ],
  ['no response in time', new TimeoutError('members.get took too long'), 'does not respond', '/'],
  ['a refused token', new AuthenticationError('Revoked.'), 'has ended', '/connect'],
  [
    'a connection that the player ended',
    new OAuthError('Ended.', { code: 'invalid_grant' }),
    'has ended',
    '/connect',
  ],
  [
    'a scope that was not granted',
    new PermissionError('It lacks user:profile:read.'),
    'may not do that',
    '/connect',
  ],
  ['too many requests', new RateLimitError('Too many.', { retryAfter: 7 }), 'Too many', '/'],
  ['anything else', new PartnerRatingError('It failed.', { requestId: 'req_1' }), 'refused', '/'],
])('an error page says what happened and links to the next step', (_, error, title, address) => {
  const page = errorPage(error);
  expect(page.title).toContain(title);
  expect(page.link.address).toBe(address);
});

it('an error page shows the request id for the club, and not what is for developers', () => {
  const error = new PartnerRatingError('It failed.', { requestId: 'req_1', detail: 'The key.' });
  expect(errorPage(error).paragraphs).toEqual([
    'Try again later, or ask the club for help (req_1).',
  ]);
});

it('the page of a rate limit says how long to wait', () => {
  const error = new RateLimitError('Too many.', { retryAfter: 7 });
  expect(errorPage(error).paragraphs[0]).toContain('7 seconds');
});
