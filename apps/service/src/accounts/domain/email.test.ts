import { describe, expect, it } from 'vitest';
import { readEmail } from './email.ts';

describe('an e-mail address', () => {
  it.each([
    'mike@example.com',
    'm@e.c',
    'mike.b.brennan+tennis@mail.example-club.com',
    "!#$%&'*+/=?^_`{|}~-@example.com",
    'MIKE@EXAMPLE.COM',
    'mike@1.2-3.4',
    'mike@xn--bcher-kva.example',
    `${'m'.repeat(242)}@example.com`,
  ])('is taken as it is: %s', (text) => {
    expect(readEmail(text)).toBe(text);
  });

  it('is trimmed, and nothing else is changed', () => {
    expect(readEmail(' \tMike@Example.com\n')).toBe('Mike@Example.com');
  });

  it.each([
    '',
    'mike',
    '@example.com',
    'mike@',
    'mike@example',
    'mike@@example.com',
    'mike b@example.com',
    '.mike@example.com',
    'mike.@example.com',
    'mike..b@example.com',
    'mike@.com',
    'mike@example.',
    'mike@-example.com',
    'mike@example-.com',
    'mike@example.-com',
    'mike@example.com-',
    'mike@exam_ple.com',
    'mike@example.com>',
    '<mike@example.com',
    'mike@exa mple.com',
    'mike@bücher.example',
    `${'m'.repeat(243)}@example.com`,
  ])('is none: %s', (text) => {
    expect(readEmail(text)).toBeNull();
  });
});
