import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rateMatch } from './rate-match.ts';
import {
  ratingOf,
  reliabilityOf,
  type Skill,
  STARTING_SKILL,
  sigmaAfterAbsence,
  startingSkill,
} from './scale.ts';
import { sports } from './sports.ts';
import { NEWCOMER } from './testing/skills.ts';

const anyMu = fc.double({ min: -1e6, max: 1e6, noNaN: true });

describe('ratingOf', () => {
  it('starts every player at 3.500', () => {
    expect(ratingOf(STARTING_SKILL.mu)).toBe(3.5);
  });

  it('stays on the scale from 2.000 to 8.000 and has three decimals', () => {
    fc.assert(
      fc.property(anyMu, (mu) => {
        const rating = ratingOf(mu);
        expect(rating).toBeGreaterThanOrEqual(2);
        expect(rating).toBeLessThanOrEqual(8);
        expect(Number(rating.toFixed(3))).toBe(rating);
      }),
    );
  });

  it('never rates a stronger player lower', () => {
    fc.assert(
      fc.property(anyMu, anyMu, (one, other) => {
        expect(ratingOf(Math.max(one, other))).toBeGreaterThanOrEqual(
          ratingOf(Math.min(one, other)),
        );
      }),
    );
  });
});

describe('reliabilityOf', () => {
  it('is 0 at the start, and 1 without uncertainty', () => {
    expect(reliabilityOf(STARTING_SKILL.sigma)).toBe(0);
    expect(reliabilityOf(0)).toBe(1);
    expect(reliabilityOf(STARTING_SKILL.sigma * 2)).toBe(0);
  });

  it('passes one half within twenty games and 0.85 within eighty, in singles', () => {
    const games = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        scores: index % 2 === 0 ? [11, 8] : [8, 11],
        winScore: 11,
        winBy: 2,
      }));
    const sigmaAfter = (count: number) => {
      let teams: Skill[][] = [[NEWCOMER], [NEWCOMER]];
      for (const game of games(count)) {
        teams = rateMatch(teams, { sport: 'pickleball', games: [game] }).skills;
      }
      return teams[0]?.[0]?.sigma ?? Number.NaN;
    };
    expect(reliabilityOf(sigmaAfter(20))).toBeGreaterThan(0.5);
    expect(reliabilityOf(sigmaAfter(80))).toBeGreaterThan(0.85);
  });
});

const DAY = 24 * 60 * 60 * 1_000;

const lastPlayed = Date.parse('2026-01-01T00:00:00Z');

const after = (days: number, sigma = 2, sport = 'pickleball') =>
  sigmaAfterAbsence(sigma, { sport, lastPlayed, at: lastPlayed + days * DAY });

describe('absence', () => {
  it('raises sigma day by day, at most to that of a newcomer', () => {
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
          expect(after(days + more, sigma, sport)).toBeLessThanOrEqual(
            startingSkill({ sport, teamSize: 1 }, 1).sigma,
          );
        },
      ),
    );
  });

  it('has the same effect as one period as when it is divided into two', () => {
    const once = after(100);
    const twice = sigmaAfterAbsence(after(40), {
      sport: 'pickleball',
      lastPlayed: lastPlayed + 40 * DAY,
      at: lastPlayed + 100 * DAY,
    });
    expect(twice).toBeCloseTo(once, 12);
  });

  it('has no effect on the day of the match, before it, or if the day is unknown', () => {
    expect(after(0)).toBe(2);
    expect(after(-30)).toBe(2);
    expect(sigmaAfterAbsence(2, { sport: 'pickleball', lastPlayed: null, at: lastPlayed })).toBe(2);
  });

  it('lowers the reliability of an established rating by 0.05 to 0.50 in a year', () => {
    for (const sport of sports) {
      const lost = reliabilityOf(2) - reliabilityOf(after(365, 2, sport));
      expect(lost).toBeGreaterThan(0.05);
      expect(lost).toBeLessThan(0.5);
    }
  });
});
