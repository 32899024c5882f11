import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectedScore, GLICKO_START, idle, POINTS, ratePeriod } from './glicko2.ts';

const at = (rating: number, deviation: number) => ({
  mu: (rating - 1500) / POINTS,
  phi: deviation / POINTS,
  volatility: 0.06,
});

// Glickman, "Example of the Glicko-2 system" (2013): a player of 1500 with a deviation of 200 beats
// one of 1400 and loses to two others.
const player = at(1500, 200);
const games = (
  [
    [1400, 30, 1],
    [1550, 100, 0],
    [1700, 300, 0],
  ] as const
).map(([rating, deviation, score]) => {
  const { mu, phi } = at(rating, deviation);
  return { own: player.mu, opponent: mu, opponentPhi: phi, score };
});

describe('Glicko-2', () => {
  it('gives the numbers of the worked example', () => {
    const { mu, phi, volatility } = ratePeriod(player, games, 0.5);
    expect(mu * POINTS + 1500).toBeCloseTo(1464.06, 1);
    expect(phi * POINTS).toBeCloseTo(151.52, 1);
    // The example cuts it off after five decimals.
    expect(Math.floor(volatility * 1e5)).toBe(5_999);
  });

  it('gives the expected scores of the worked example', () => {
    const expected = games.map(({ own, opponent, opponentPhi }) =>
      expectedScore(own - opponent, opponentPhi),
    );
    expect(expected.map((score) => score.toFixed(3))).toEqual(['0.639', '0.432', '0.303']);
  });

  it('finds a higher volatility where the games surprise', () => {
    const upset = [{ own: 0, opponent: 12, opponentPhi: 0.2, score: 1 }];
    expect(
      ratePeriod({ mu: 0, phi: 0.3, volatility: 0.06 }, upset, 1.2).volatility,
    ).toBeGreaterThan(0.06);
  });

  it('has the volatility that is likeliest after the games, whatever they were', () => {
    const anyGame = fc.record({
      opponent: fc.double({ min: -3, max: 3, noNaN: true }),
      opponentPhi: fc.double({ min: 0.1, max: 2, noNaN: true }),
      score: fc.constantFrom(0, 0.5, 1),
    });
    const anyPlayer = fc.record({
      phi: fc.double({ min: 0.1, max: 2, noNaN: true }),
      // Where it is far more than that of any player, the search has to begin further below.
      volatility: fc.oneof(
        fc.double({ min: 0.03, max: 0.5, noNaN: true }),
        fc.double({ min: 5, max: 20, noNaN: true }),
      ),
    });
    fc.assert(
      fc.property(
        anyPlayer,
        fc.array(anyGame, { minLength: 1, maxLength: 12 }),
        // That of 5 is far from any that is used, and its root from where the search begins.
        fc.constantFrom(0.3, 1.2, 5),
        ({ phi, volatility }, drawn, tau) => {
          const played = drawn.map((game) => ({ own: 0, ...game }));
          const rated = ratePeriod({ mu: 0, phi, volatility }, played, tau);
          const found = 2 * Math.log(rated.volatility);
          const start = 2 * Math.log(volatility);
          const [variance, delta] = varianceAndDelta(played);
          const spread = phi ** 2 + variance + Math.exp(found);
          const pull = (Math.exp(found) * (delta ** 2 - spread)) / (2 * spread ** 2);
          // The root of f of step 5.
          expect(pull - (found - start) / tau ** 2).toBeCloseTo(0, 4);
        },
      ),
      { numRuns: 300, seed: 1 },
    );
  });

  it('is less sure after periods without a game, and never less than at the start', () => {
    expect(idle(player, 10)).toBeCloseTo(Math.hypot(player.phi, 0.06 * Math.sqrt(10)), 12);
    expect(idle(player, 1e9)).toBe(GLICKO_START.phi);
  });
});

/** Steps 3 and 4 for a player in the middle of the scale. */
function varianceAndDelta(
  played: readonly { opponent: number; opponentPhi: number; score: number }[],
): [number, number] {
  let information = 0;
  let surprise = 0;
  for (const { opponent, opponentPhi, score } of played) {
    const weight = 1 / Math.sqrt(1 + (3 * opponentPhi ** 2) / Math.PI ** 2);
    const expected = 1 / (1 + Math.exp(weight * opponent));
    information += weight ** 2 * expected * (1 - expected);
    surprise += weight * (score - expected);
  }
  return [1 / information, surprise / information];
}
