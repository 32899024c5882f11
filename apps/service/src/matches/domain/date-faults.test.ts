import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { playedAt } from './date-faults.ts';

const day = { matchDate: '2026-09-14T00:00:00Z', isDay: true } as const;

describe('a match that is dated by a day', () => {
  it.each([
    ['2026-09-13T10:00:00Z', 'has just begun somewhere on earth', '2026-09-13T10:00:00Z'],
    ['2026-09-13T23:30:00Z', 'has begun in Sydney', '2026-09-13T23:30:00Z'],
    ['2026-09-14T00:00:00Z', 'has begun in UTC', '2026-09-14T00:00:00Z'],
    ['2026-10-01T12:00:00Z', 'is long over', '2026-09-14T00:00:00Z'],
    ['2026-09-13T09:59:59Z', 'has begun nowhere', '2026-09-14T00:00:00Z'],
  ])('was played, at %s, where the day %s, at %s', (now, _, expected) => {
    expect(playedAt(day, new Date(now))).toEqual(new Date(expected));
  });

  it('is never one of the future once the day has begun somewhere', () => {
    const begun = new Date('2026-09-13T10:00:00Z').getTime();
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 10 }), (later) => {
        const now = new Date(begun + later);
        expect(playedAt(day, now)?.getTime()).toBeLessThanOrEqual(now.getTime());
      }),
    );
  });

  it('is not one whose moment was sent', () => {
    const { matchDate } = day;
    expect(playedAt({ matchDate }, new Date('2026-09-13T23:30:00Z'))).toEqual(new Date(matchDate));
  });
});
