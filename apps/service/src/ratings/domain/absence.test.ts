import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sigmaAfterAbsence } from './absence.ts';
import { reliabilityOf, STARTING_SKILL } from './scale.ts';
import { sports } from './sports.ts';
import { startingSkill } from './starting-skill.ts';

const DAY = 24 * 60 * 60 * 1_000;
const lastPlayed = Date.parse('2026-01-01T00:00:00Z');
const after = (days: number, sigma = 2, sport = 'pickleball') =>
  sigmaAfterAbsence(sigma, { sport, lastPlayed, at: lastPlayed + days * DAY });

describe('absence', () => {
  it('makes the model less sure day by day, and never less than of a stranger', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...sports),
        fc.double({ min: 0.1, max: STARTING_SKILL.sigma, noNaN: true }),
        fc.nat(20_000),
        fc.nat(2_000),
        (sport, sigma, days, more) => {
          const sooner = after(days, sigma, sport);
          expect(sooner).toBeGreaterThanOrEqual(sigma - 1e-12);
          expect(after(days + more, sigma, sport)).toBeGreaterThanOrEqual(sooner);
          expect(after(days + more, sigma, sport)).toBeLessThanOrEqual(startingSkill(sport).sigma);
        },
      ),
    );
  });

  it('is the same in one piece as in two', () => {
    const once = after(100);
    const twice = sigmaAfterAbsence(after(40), {
      sport: 'pickleball',
      lastPlayed: lastPlayed + 40 * DAY,
      at: lastPlayed + 100 * DAY,
    });
    expect(twice).toBeCloseTo(once, 12);
  });

  it('is none on the day of the match, before it, and where nothing is known of it', () => {
    expect(after(0)).toBe(2);
    expect(after(-30)).toBe(2);
    expect(sigmaAfterAbsence(2, { sport: 'pickleball', lastPlayed: null, at: lastPlayed })).toBe(2);
  });

  it('takes from a settled rating between five and fifty hundredths of its reliability in a year', () => {
    for (const sport of sports) {
      const lost = reliabilityOf(2) - reliabilityOf(after(365, 2, sport));
      expect(lost).toBeGreaterThan(0.05);
      expect(lost).toBeLessThan(0.5);
    }
  });
});
