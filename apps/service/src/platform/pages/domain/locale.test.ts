import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import {
  countText,
  dateText,
  decimalText,
  localeOfBrowser,
  localeOfCountry,
  momentText,
  percentText,
  plural,
  withLocale,
} from './locale.ts';
import { lineParts, lineText } from './naming-line.ts';

const day = new Date('2026-09-12T23:30:00Z');

describe('the locale', () => {
  testRows([
    [undefined, 'en-GB'],
    ['', 'en-GB'],
    ['*', 'en-GB'],
    ['en-US,en;q=0.9', 'en-US'],
    ['en', 'en-US'],
    ['de-DE,de;q=0.9,en;q=0.8', 'en-DE'],
    ['de', 'en-DE'],
    ['en;q=0.5, fr-CH;q=0.9', 'en-CH'],
    ['ar', 'en-EG'],
    ['zh-Hant-TW', 'en-TW'],
    ['not a language', 'en-GB'],
    [';;;,,,', 'en-GB'],
    ['en-US-u-nu-arab-ca-islamic', 'en-US'],
    [`${'a'.repeat(190)},${'de,'.repeat(5_000)}`, 'en-GB'],
  ])('of a browser is English as its region writes it', (header, locale) => {
    expect(localeOfBrowser(header)).toBe(locale);
  });

  testRows([
    ['US', 'September 12, 2026', '12,345', '4.125', '42%'],
    ['DE', '12 September 2026', '12.345', '4,125', '42 %'],
    ['IN', '12 September 2026', '12,345', '4.125', '42%'],
    [null, '12 September 2026', '12,345', '4.125', '42%'],
  ])('of a country writes dates and numbers', (country, date, count, decimal, percent) => {
    withLocale(localeOfCountry(country), () => {
      expect([dateText(day), countText(12_345), decimalText(4.125, 3)]).toEqual([
        date,
        count,
        decimal,
      ]);
      expect(percentText(0.42).replace('\u00a0', ' ')).toBe(percent);
    });
  });

  testRows([
    ['US', 'September 12, 2026, 11:30 PM UTC'],
    [null, '12 September 2026, 23:30 UTC'],
  ])('of a country writes moments', (country, moment) => {
    withLocale(localeOfCountry(country), () => {
      expect(momentText(day).replace('\u202f', ' ')).toBe(moment);
    });
  });

  it('belongs to each reader, even with several at once', async () => {
    const write = async (country: string) =>
      await withLocale(localeOfCountry(country), async () => {
        await new Promise((resolve) => setImmediate(resolve));
        return decimalText(3.5, 2);
      });
    expect(await Promise.all(['US', 'DE', 'US'].map(write))).toEqual(['3.50', '3,50', '3.50']);
  });
});

testRows([
  [0, '0 results'],
  [1, 'one result'],
  [2, '2 results'],
  [1_234, '1,234 results'],
])('a number selects the form of its text', (count, text) => {
  expect(plural(count, { one: 'one result', other: '{count} results' })).toBe(text);
});

describe('a sentence with names', () => {
  const names = { own: ['You'], others: ['محمد ا.', '{own}', 'Priya N.'] };

  it('isolates each name, and does not treat a name as a placeholder', () => {
    const line = { pattern: '{own} against {others}', names };
    const shown = lineParts(line).flatMap(({ text, isName }) => (isName ? [text] : []));
    expect(shown).toEqual(['You', 'محمد ا.', '{own}', 'Priya N.']);
    expect(lineText(line)).toBe('You against محمد ا., {own}, and Priya N.');
  });
});
