import { runInNewContext } from 'node:vm';
import { testRows } from '@partner-rating/table-tests';
import { describe, expect, expectTypeOf, test, vi } from 'vitest';
import { AuthenticationError, RateLimitError } from './call-errors.ts';
import { isPartnerRatingError } from './is-partner-rating-error.ts';
import { OAuthError } from './oauth-error.ts';
import type { PartnerRatingError } from './partner-rating-error.ts';

const error: unknown = new RateLimitError('Slow down.', { statusCode: 429, retryAfter: 7 });

describe('isPartnerRatingError', () => {
  test('recognizes every class, and each by its name', () => {
    expect(isPartnerRatingError(error)).toBe(true);
    expect(isPartnerRatingError(error, 'PartnerRatingError')).toBe(true);
    expect(isPartnerRatingError(error, 'RateLimitError')).toBe(true);
    expect(isPartnerRatingError(error, 'NotFoundError')).toBe(false);
  });

  test('narrows to the class', () => {
    if (isPartnerRatingError(error)) expectTypeOf(error).toEqualTypeOf<PartnerRatingError>();
    if (isPartnerRatingError(error, 'OAuthError')) expectTypeOf(error).toEqualTypeOf<OAuthError>();
  });

  test('recognizes errors of another copy, unlike instanceof', async () => {
    vi.resetModules();
    const other = await import('./call-errors.ts');
    const foreign = new other.AuthenticationError('Who is it?');
    expect(foreign).not.toBeInstanceOf(AuthenticationError);
    expect(isPartnerRatingError(foreign, 'AuthenticationError')).toBe(true);
  });

  test('recognizes errors of another realm', () => {
    const foreign = runInNewContext(
      "Object.assign(new Error('Elsewhere.'), { isPartnerRatingError: true })",
    );
    expect(foreign).not.toBeInstanceOf(Error);
    expect(isPartnerRatingError(foreign)).toBe(true);
  });

  testRows([
    undefined,
    null,
    0,
    'RateLimitError',
    {},
    new Error('Another.'),
    { name: 'OAuthError' },
  ])('recognizes nothing else', (other) => {
    expect(isPartnerRatingError(other)).toBe(false);
  });

  test('adds nothing to printed errors or JSON', () => {
    expect(Object.keys(new OAuthError('No.', { code: 'invalid_grant' }))).not.toContain('brand');
    expect(JSON.stringify(error)).toContain('"retryAfter":7');
  });
});
