import { describe, expect, it } from 'vitest';
import { type ListedDays, periodFaults, playedPeriod } from './played-period.ts';

describe('the days of a list', () => {
  it('are whole, the first and the last included', () => {
    expect(playedPeriod({ from: '2026-02-28', to: '2026-02-28' })).toEqual({
      since: new Date('2026-02-28T00:00:00Z'),
      before: new Date('2026-03-01T00:00:00Z'),
    });
  });

  it('are open where they are left out', () => {
    expect(playedPeriod({})).toEqual({ since: null, before: null });
    expect(playedPeriod({ from: '2026-02-28' }).before).toBeNull();
    expect(playedPeriod({ to: '2026-02-28' }).since).toBeNull();
  });

  it('stay within the years that every database knows', () => {
    expect(playedPeriod({ from: '0000-05-01', to: '9999-12-30' })).toEqual({
      since: new Date('0001-01-01T00:00:00Z'),
      before: new Date('9999-12-31T00:00:00Z'),
    });
    expect(playedPeriod({ to: '9999-12-31' }).before).toBeNull();
  });

  it.each<ListedDays>([
    {},
    { from: '2026-02-28' },
    { to: '2026-02-28' },
    { from: '2026-02-28', to: '2026-02-28' },
    { from: '2026-02-27', to: '2026-02-28' },
  ])('%j go together', (days) => {
    expect(periodFaults(days)).toEqual([]);
  });

  it('are refused where the last comes before the first', () => {
    expect(periodFaults({ from: '2026-03-01', to: '2026-02-28' })).toEqual([
      {
        pointer: '/query/to',
        code: 'end_before_start',
        detail:
          'The list ends on 2026-02-28, before it begins on 2026-03-01. Correct one of the dates.',
      },
    ]);
  });
});
