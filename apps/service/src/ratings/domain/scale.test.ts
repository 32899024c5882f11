import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rateMatch } from './rate-match.ts';
import { ratingOf, reliabilityOf, STARTING_SKILL } from './scale.ts';

const anyMu = fc.double({ min: -1e6, max: 1e6, noNaN: true });

describe('ratingOf', () => {
  it('starts everybody at 3.500', () => {
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
  it('is 0 at the start and 1 without any doubt', () => {
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
      let teams = [[STARTING_SKILL], [STARTING_SKILL]];
      for (const game of games(count)) {
        teams = rateMatch(teams, { sport: 'pickleball', games: [game] }).skills;
      }
      return teams[0]?.[0]?.sigma ?? Number.NaN;
    };
    expect(reliabilityOf(sigmaAfter(20))).toBeGreaterThan(0.5);
    expect(reliabilityOf(sigmaAfter(80))).toBeGreaterThan(0.85);
  });
});
