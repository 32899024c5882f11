import { describe, expect, it } from 'vitest';
import { parseMatchDate } from './match-date.ts';

describe('parseMatchDate', () => {
  it.each([
    ['2026-09-12T15:30:00Z', '2026-09-12T15:30:00.000Z'],
    ['2026-09-12T15:30:00.123456789+05:30', '2026-09-12T10:00:00.123Z'],
    ['2026-09-12t15:30:00z', '2026-09-12T15:30:00.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
  ])('reads %s', (text, moment) => {
    expect(parseMatchDate(text)?.toISOString()).toBe(moment);
  });

  it.each([
    '0000-12-31T23:59:59Z',
    '0001-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
    'soon',
  ])('does not take %s, which no stored date can be', (text) => {
    expect(parseMatchDate(text)).toBeNull();
  });
});
