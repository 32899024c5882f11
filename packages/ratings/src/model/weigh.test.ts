import { testRows } from '@partner-rating/table-tests';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { leadOf, type RatedGame, weightOf } from './game-formats.ts';
import { type Kernel, newKernel } from './kernel.ts';
import { sportParameters } from './parameters.ts';
import { weighTeams } from './rate-match.ts';
import { STARTING_SKILL } from './scale.ts';
import { sumUpTeams } from './sum-up-teams.ts';

const parameters = sportParameters('tennis', 1);
const team = fc.record({
  strength: fc.double({ min: -3, max: 3, noNaN: true }),
  variance: fc.double({ min: 0.1, max: 3, noNaN: true }),
});

const playedBy = (teams: number) =>
  fc.record({
    teams: fc.array(team, { minLength: teams, maxLength: teams }),
    games: fc.array(
      fc.record({
        scores: fc.array(fc.nat(13), { minLength: teams, maxLength: teams }),
        winScore: fc.constantFrom(6, 11),
        winBy: fc.constant(2),
      }),
      { minLength: 1, maxLength: 15 },
    ),
  });

interface Played {
  teams: { strength: number; variance: number }[];
  games: RatedGame[];
}

function weighed({ teams, games }: Played): Kernel {
  const kernel = newKernel();
  kernel.teams = teams.length;
  kernel.strength.set(teams.map(({ strength }) => strength));
  kernel.variance.set(teams.map(({ variance }) => variance));
  weighTeams(kernel, games, parameters);
  return kernel;
}

/** Returns the log posterior of strengths: from the beliefs before the match, and from every lead. */
function logLikelihood({ teams, games }: Played, strengths: readonly number[]): number {
  let sum = 0;
  for (const [own, { strength, variance }] of teams.entries()) {
    sum -= ((strengths[own] ?? 0) - strength) ** 2 / (2 * variance);
  }
  for (const game of games) {
    for (let one = 0; one < teams.length; one += 1) {
      for (let other = 0; other < one; other += 1) {
        const apart = (strengths[one] ?? 0) - (strengths[other] ?? 0);
        const likely = (leadOf(game, one, other) * apart) / 2 - Math.log(Math.cosh(apart / 2));
        sum += (weightOf(game, parameters) * likely) / (teams.length - 1);
      }
    }
  }
  return sum;
}

const movedTo = ({ teams }: Played, { moved }: Kernel) =>
  teams.map(({ strength }, index) => strength + (moved[index] ?? 0));

describe.each([2, 3, 5])('a match of %i teams', (count) => {
  it('moves their strengths to the most likely values', () => {
    fc.assert(
      fc.property(playedBy(count), (played) => {
        const found = movedTo(played, weighed(played));
        for (const index of found.keys()) {
          const off = (by: number) =>
            logLikelihood(
              played,
              found.map((value, own) => (own === index ? value + by : value)),
            );
          // The slope at the most likely strengths, from a finite difference.
          expect(Math.abs(off(1e-4) - off(-1e-4)) / 2e-4).toBeLessThan(1e-5);
        }
      }),
    );
  });

  it('lowers the uncertainty about each team according to the games', () => {
    fc.assert(
      fc.property(playedBy(count), (played) => {
        const kernel = weighed(played);
        for (const [index, { variance }] of played.teams.entries()) {
          expect(kernel.remaining[index]).toBeLessThan(variance);
          expect(kernel.remaining[index]).toBeGreaterThan(0);
        }
      }),
    );
  });
});

it('for two teams, the remaining uncertainty is the curvature of the posterior', () => {
  fc.assert(
    fc.property(playedBy(2), (played) => {
      const kernel = weighed(played);
      const [one = 0, other = 0] = movedTo(played, kernel);
      const weight = played.games.reduce((sum, game) => sum + weightOf(game, parameters), 0);
      const curvature = weight / (4 * Math.cosh((one - other) / 2) ** 2);
      const [first = 0, second = 0] = played.teams.map(({ variance }) => variance);
      expect(kernel.apart).toBeCloseTo(1 / (1 / (first + second) + curvature), 9);
      // For a normal prior of two strengths, with an observation of their difference.
      const gained = curvature / (1 + curvature * (first + second));
      expect(kernel.remaining[0]).toBeCloseTo(first - first * first * gained, 9);
      expect(kernel.remaining[1]).toBeCloseTo(second - second * second * gained, 9);
    }),
  );
});

it('for several teams, the remaining uncertainty follows from the comparisons', () => {
  fc.assert(
    fc.property(playedBy(4), (played) => {
      const kernel = weighed(played);
      const strengths = movedTo(played, kernel);
      const weight = played.games.reduce((sum, game) => sum + weightOf(game, parameters), 0);
      for (const [index, { variance }] of played.teams.entries()) {
        const curvatures = strengths
          .filter((_, other) => other !== index)
          .map((other) => weight / 3 / (4 * Math.cosh(((strengths[index] ?? 0) - other) / 2) ** 2));
        const known = curvatures.reduce((sum, curvature) => sum + curvature, 1 / variance);
        expect(kernel.remaining[index]).toBeCloseTo(1 / known, 9);
      }
    }),
  );
});

it('teams that differ only in their scores are moved by the same bits in every order', () => {
  const scores = fc.array(fc.array(fc.nat(13), { minLength: 5, maxLength: 5 }), {
    minLength: 1,
    maxLength: 4,
  });
  fc.assert(
    fc.property(team, scores, (alike, all) => {
      const played = (order: (ofGame: number[]) => number[]) => ({
        teams: new Array(5).fill(alike),
        games: all.map((ofGame) => ({ scores: order(ofGame), winScore: 11, winBy: 2 })),
      });
      const forward = weighed(played((ofGame) => ofGame)).moved.slice(0, 5);
      const backward = weighed(played((ofGame) => ofGame.toReversed())).moved.slice(0, 5);
      expect(backward.toReversed()).toEqual(forward);
    }),
  );
});

testRows([
  [2, 12],
  [3, 460],
  [5, 1_500],
])('the search for the strengths takes few comparisons on average', (count, max) => {
  const matches = fc.sample(playedBy(count), { seed: 1, numRuns: 100 });
  const { tanh } = Math;
  onTestFinished(() => {
    Math.tanh = tanh;
  });
  // A spy would keep every call, which costs more than the call.
  let calls = 0;
  Math.tanh = (x) => {
    calls += 1;
    return tanh(x);
  };
  for (const played of matches) weighed(played);
  expect(calls / matches.length).toBeLessThanOrEqual(max);
});

describe('the strength of a team', () => {
  const summedUp = (mus: number[], sigma = 5) => {
    const kernel = newKernel();
    kernel.teams = 1;
    kernel.size = mus.length;
    kernel.mu.set(mus);
    kernel.sigma.fill(sigma, 0, mus.length);
    sumUpTeams(kernel, parameters);
    return { strength: kernel.strength[0] ?? 0, variance: kernel.variance[0] ?? 0 };
  };

  it('is 0 for beginners, and in logits for a player', () => {
    expect(summedUp([25, 25]).strength).toBe(0);
    const { strength } = summedUp([STARTING_SKILL.mu + STARTING_SKILL.sigma]);
    expect(strength).toBeCloseTo(parameters.scaleSpread, 12);
  });

  it('is below 0 like the strengths of its players', () => {
    const { strength } = summedUp([STARTING_SKILL.mu - 10 * STARTING_SKILL.sigma]);
    expect(strength).toBeCloseTo(-10 * parameters.scaleSpread, 12);
  });

  it('of two equals is √2 times that of one player, with the same uncertainty', () => {
    const [one, two] = [summedUp([30]), summedUp([30, 30])];
    expect(two.strength).toBeCloseTo(Math.SQRT2 * one.strength, 12);
    expect(two.variance).toBeCloseTo(one.variance, 12);
  });

  it('has the uncertainty of its players, the form of the day, and the change in a match', () => {
    const { form, driftPerMatch, scaleSpread } = parameters;
    const certain = summedUp([30], 0).variance;
    expect(certain).toBeCloseTo(form ** 2 / 2 + driftPerMatch ** 2, 12);
    const doubt = summedUp([30], STARTING_SKILL.sigma).variance - certain;
    expect(doubt).toBeCloseTo(scaleSpread ** 2, 12);
  });
});
