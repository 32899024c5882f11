import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectedScore, GLICKO_START, idle, POINTS, ratePeriod, walkGlicko2 } from './glicko2.ts';
import type { NamedMatch } from './match-log.ts';
import { resultsOf } from './results.ts';
import { logOf, playedOn } from './testing/match-log.ts';

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
    // The example has only five decimals.
    expect(Math.floor(volatility * 1e5)).toBe(5_999);
  });

  it('gives the expected scores of the worked example', () => {
    const expected = games.map(({ own, opponent, opponentPhi }) =>
      expectedScore(own - opponent, opponentPhi),
    );
    expect(expected.map((score) => score.toFixed(3))).toEqual(['0.639', '0.432', '0.303']);
  });

  it('finds a higher volatility after surprising games', () => {
    const upset = [{ own: 0, opponent: 12, opponentPhi: 0.2, score: 1 }];
    expect(
      ratePeriod({ mu: 0, phi: 0.3, volatility: 0.06 }, upset, 1.2).volatility,
    ).toBeGreaterThan(0.06);
  });

  it('has the most likely volatility after any games', () => {
    const anyGame = fc.record({
      opponent: fc.double({ min: -3, max: 3, noNaN: true }),
      opponentPhi: fc.double({ min: 0.1, max: 2, noNaN: true }),
      score: fc.constantFrom(0, 0.5, 1),
    });
    const anyPlayer = fc.record({
      phi: fc.double({ min: 0.1, max: 2, noNaN: true }),
      // If it is far above the volatility of any player, the search must begin lower.
      volatility: fc.oneof(
        fc.double({ min: 0.03, max: 0.5, noNaN: true }),
        fc.double({ min: 5, max: 20, noNaN: true }),
      ),
    });
    fc.assert(
      fc.property(
        anyPlayer,
        fc.array(anyGame, { minLength: 1, maxLength: 12 }),
        // 5 is far from every value in use, and its root is far from the start of the search.
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

  it('has a larger deviation after periods without a game, at most that of the start', () => {
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

function candidatesOf(matches: readonly NamedMatch[]) {
  const log = logOf(...matches);
  const walk = { log, order: log.playedOrder() };
  const results = resultsOf(log, walk.order, { from: -Infinity, minGames: 0 }).game;
  return { count: results.count, candidates: walkGlicko2(walk, results) };
}

/** Returns the predictions of Glicko-2 with these settings for each game. */
function predicted(settings: string, matches: readonly NamedMatch[]) {
  const { count, candidates } = candidatesOf(matches);
  const candidate = candidates.find((one) => one.settings === settings);
  if (candidate === undefined) throw new Error(`There are no settings ${settings}.`);
  return Array.from({ length: count }, (_, result) => candidate.at(result));
}

const start = GLICKO_START;

const against = (score: number, own = 0, phi = start.phi) => ({
  ...{ own, opponent: 0, opponentPhi: phi, score },
});

const singles = [['ann'], ['bob']];

const BY_DAY = 'period a day, tau 0.6';

describe('Glicko-2 over a log', () => {
  it('has periods of a day and a week, each with three of tau', () => {
    const { candidates } = candidatesOf([playedOn(0, singles, [11, 7])]);
    expect(candidates.map(({ settings }) => settings)).toEqual([
      ...['period a day, tau 0.3', 'period a day, tau 0.6', 'period a day, tau 1.2'],
      ...['period a week, tau 0.3', 'period a week, tau 0.6', 'period a week, tau 1.2'],
    ]);
  });

  it('rates a team as the mean of its players', () => {
    const doubles = [
      ['ann', 'bob'],
      ['cem', 'dee'],
    ];
    const matches = [playedOn(0, [['ann'], ['cem']], [11, 7]), playedOn(1, doubles, [11, 7])];
    const ann = ratePeriod(start, [against(1)], 0.6);
    const cem = ratePeriod(start, [against(0)], 0.6);
    const phi = Math.hypot(ann.phi, start.phi, cem.phi, start.phi) / 2;
    expect(predicted(BY_DAY, matches)[1]).toBeCloseTo(
      expectedScore((ann.mu - cem.mu) / 2, phi),
      12,
    );
  });

  it('predicts from the ratings at the end of the period before', () => {
    const matches = [
      playedOn(0, singles, [11, 7]),
      playedOn(1, singles, [11, 7], [11, 4]),
      playedOn(2, singles, [11, 7]),
    ];
    const ann = ratePeriod(start, [against(1)], 0.6);
    const bob = ratePeriod(start, [against(0)], 0.6);
    const both = Math.hypot(ann.phi, bob.phi);
    const afterOne = expectedScore(ann.mu - bob.mu, both);
    const games = (own: number, opponent: number, opponentPhi: number, score: number) =>
      [1, 2].map(() => ({ own, opponent, opponentPhi, score }));
    const annThen = ratePeriod(ann, games(ann.mu, bob.mu, bob.phi, 1), 0.6);
    const bobThen = ratePeriod(bob, games(bob.mu, ann.mu, ann.phi, 0), 0.6);
    const phiThen = Math.hypot(annThen.phi, bobThen.phi);
    expect(predicted(BY_DAY, matches)).toEqual([
      0.5,
      expect.closeTo(afterOne, 12),
      expect.closeTo(afterOne, 12),
      expect.closeTo(expectedScore(annThen.mu - bobThen.mu, phiThen), 12),
    ]);
  });

  it('learns nothing within a period', () => {
    const matches = [0, 1].map((day) => playedOn(day, singles, [11, 7]));
    expect(predicted('period a week, tau 0.6', matches)).toEqual([0.5, 0.5]);
    expect(predicted(BY_DAY, matches)[1]).toBeGreaterThan(0.5);
  });

  it('has a larger deviation for players who have not played for some periods', () => {
    const matches = [playedOn(0, singles, [11, 7]), playedOn(9, singles, [11, 7])];
    const ann = ratePeriod(start, [against(1)], 0.6);
    const bob = ratePeriod(start, [against(0)], 0.6);
    const both = Math.hypot(idle(ann, 8), idle(bob, 8));
    expect(predicted(BY_DAY, matches)[1]).toBeCloseTo(expectedScore(ann.mu - bob.mu, both), 12);
  });

  it('rates a team as the mean of its players, with a smaller deviation than one player has', () => {
    const doubles = [
      ['ann', 'cem'],
      ['dee', 'eve'],
    ];
    const matches = [playedOn(0, doubles, [11, 7]), playedOn(1, [['cem'], ['fay']], [11, 7])];
    const cem = ratePeriod(start, [against(1, 0, Math.hypot(start.phi, start.phi) / 2)], 0.6);
    const both = Math.hypot(cem.phi, start.phi);
    expect(predicted(BY_DAY, matches)).toEqual([
      0.5,
      expect.closeTo(expectedScore(cem.mu, both), 12),
    ]);
    const after = predicted(BY_DAY, [
      matches[0] ?? playedOn(0, doubles),
      playedOn(1, doubles, [11, 7]),
    ]);
    expect(after[1]).toBeGreaterThan(expectedScore(cem.mu, both));
  });

  it('counts a game between several teams as one against each, and a level game as half a win', () => {
    const matches = [
      playedOn(0, [['ann'], ['bob'], ['cem']], [11, 7, 11]),
      playedOn(1, [['ann'], ['dee']], [11, 7]),
      playedOn(1, [['dee'], ['bob']], [11, 7]),
    ];
    const ann = ratePeriod(start, [against(1), against(0.5)], 0.6);
    const bob = ratePeriod(start, [against(0), against(0)], 0.6);
    expect(predicted(BY_DAY, matches)).toEqual([
      expect.closeTo(expectedScore(ann.mu, Math.hypot(ann.phi, start.phi)), 12),
      expect.closeTo(expectedScore(-bob.mu, Math.hypot(bob.phi, start.phi)), 12),
    ]);
  });
});
