import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  comparePositions,
  FIRST_POSITION,
  LAST_POSITION,
  positionBefore,
} from './touched-matches.ts';

const position = fc.record({
  matchDate: fc.constantFrom('0001-01-01', '2026-09-12', '9999-12-31').map((day) => new Date(day)),
  arrival: fc.integer({ min: 1, max: 1_000 }),
});

describe('the positions of a ledger', () => {
  it('go by the day of play, and on one day by arrival', () => {
    const at = (day: string, arrival: number) => ({ matchDate: new Date(day), arrival });
    const ordered = [at('2026-09-11', 9), at('2026-09-12', 1), at('2026-09-12', 2)];
    expect(ordered.toReversed().toSorted(comparePositions)).toEqual(ordered);
    expect(comparePositions(at('2026-09-11', 9), at('2026-09-11', 9))).toBe(0);
  });

  it('lie between the first and the last', () => {
    fc.assert(
      fc.property(position, (one) => {
        expect(comparePositions(FIRST_POSITION, one)).toBeLessThan(0);
        expect(comparePositions(LAST_POSITION, one)).toBeGreaterThan(0);
      }),
    );
  });

  it('have days of their own for the first and the last, on which nobody plays', () => {
    const days = [FIRST_POSITION, LAST_POSITION].map(({ matchDate }) => matchDate.toISOString());
    expect(days).toEqual(['0001-01-01T00:00:00.000Z', '9999-12-31T00:00:00.000Z']);
    const matchDate = new Date('2026-09-12');
    expect(positionBefore({ matchDate, arrival: 7 })).toEqual({ matchDate, arrival: 6 });
  });

  it('have nothing between one and the one before it', () => {
    fc.assert(
      fc.property(position, position, (one, other) => {
        const isBefore = comparePositions(other, one) < 0;
        expect(comparePositions(other, positionBefore(one)) <= 0).toBe(isBefore);
      }),
    );
  });
});
