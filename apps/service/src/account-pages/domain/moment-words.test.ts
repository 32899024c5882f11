import { describe, expect, it } from 'vitest';
import { agoWords, dateWords } from './moment-words.ts';

const now = new Date('2026-09-14T12:00:00Z');

describe('agoWords', () => {
  it.each([
    ['2026-09-14T12:00:00Z', 'just now'],
    ['2026-09-14T11:59:01Z', 'just now'],
    ['2026-09-14T11:59:00Z', '1 minute ago'],
    ['2026-09-14T11:00:01Z', '59 minutes ago'],
    ['2026-09-14T11:00:00Z', '1 hour ago'],
    ['2026-09-13T12:00:01Z', '23 hours ago'],
    ['2026-09-13T12:00:00Z', '1 day ago'],
    ['2026-08-15T12:00:01Z', '29 days ago'],
    ['2026-08-15T12:00:00Z', 'on 15 August 2026'],
  ])('says of %s "%s"', (moment, text) => {
    expect(agoWords(new Date(moment), now).text).toBe(text);
  });

  it('takes what another clock put in the future for now', () => {
    expect(agoWords(new Date('2026-09-14T12:00:05Z'), now).text).toBe('just now');
  });

  it('gives machines the moment itself', () => {
    expect(agoWords(new Date('2026-09-14T10:00:00Z'), now).time).toBe('2026-09-14T10:00:00.000Z');
  });
});

describe('dateWords', () => {
  it('names the day', () => {
    expect(dateWords(new Date('2026-09-14T23:59:59Z'))).toEqual({
      text: '14 September 2026',
      time: '2026-09-14T23:59:59.000Z',
    });
  });
});
