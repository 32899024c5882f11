import { testRows } from '@partner-rating/table-tests';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Skill, STARTING_SKILL } from './scale.ts';
import { sports } from './sports.ts';
import { anySkillWithin, NEWCOMER, numbered, skill } from './testing/skills.ts';
import {
  bestOfProbability,
  chanceOfLead,
  expectedShare,
  type Lead,
  nextGameProbability,
  winProbability,
} from './win-probability.ts';

const toEleven = { sport: 'pickleball', winScore: 11, winBy: 2, bestOf: 1 };

const anySkill = anySkillWithin([-200, 250], [0.01, STARTING_SKILL.sigma]);

const anyFormat = fc.record({
  sport: fc.constantFrom(...sports),
  winScore: fc.integer({ min: 1, max: 999 }),
  winBy: fc.integer({ min: 1, max: 99 }),
  bestOf: fc.constantFrom(1, 3, 5, 7, 15),
});

const anyTeams = fc
  .record({ teams: fc.integer({ min: 2, max: 16 }), size: fc.integer({ min: 1, max: 8 }) })
  .chain(({ teams, size }) =>
    fc
      .array(fc.array(anySkill, { minLength: size, maxLength: size }), {
        minLength: teams,
        maxLength: teams,
      })
      .map(numbered),
  );

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

const team = (mu: number, sigma = 3): Skill[] => [skill(mu, sigma)];

const chance = (one: Skill[], other: Skill[], format = toEleven) =>
  winProbability([one, other], format)[0] ?? Number.NaN;

describe.each([
  ['winProbability', winProbability],
  ['expectedShare', expectedShare],
])('%s', (_, probability) => {
  it('is between 0 and 1 for each team, with a sum of 1', () => {
    fc.assert(
      fc.property(anyTeams, anyFormat, (teams, format) => {
        const probabilities = probability(teams, format);
        expect(probabilities).toHaveLength(teams.length);
        expect(Math.abs(sumOf(probabilities) - 1)).toBeLessThan(1e-12);
        for (const own of probabilities) {
          expect(own).toBeGreaterThanOrEqual(0);
          expect(own).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it('does not depend on the order of the teams and their players', () => {
    fc.assert(
      fc.property(anyTeams, anyFormat, (teams, format) => {
        const forward = probability(teams, format);
        const backward = probability(
          teams.toReversed().map((one) => one.toReversed()),
          format,
        ).toReversed();
        for (const [index, own] of forward.entries()) expect(backward[index]).toBeCloseTo(own, 12);
      }),
    );
  });
});

describe('the probability to win', () => {
  it('is even among equals in every format, and exactly even between two', () => {
    fc.assert(
      fc.property(anySkill, anyFormat, fc.integer({ min: 2, max: 16 }), (skill, format, teams) => {
        const equals = Array.from({ length: teams }, () => [skill]);
        for (const own of winProbability(equals, format)) expect(own).toBeCloseTo(1 / teams, 12);
        expect(winProbability([[skill], [skill]], format)).toEqual([0.5, 0.5]);
      }),
    );
  });

  it('never falls as a player gets stronger', () => {
    fc.assert(
      fc.property(
        anyTeams,
        anyFormat,
        fc.double({ min: 0, max: 20, noNaN: true }),
        (teams, format, by) => {
          const [[first = NEWCOMER, ...partners] = [], ...others] = teams;
          const stronger = [[{ ...first, mu: first.mu + by }, ...partners], ...others];
          const [before = 0] = winProbability(teams, format);
          expect(winProbability(stronger, format)[0]).toBeGreaterThanOrEqual(before - 1e-12);
        },
      ),
    );
  });

  it('is closer to even if less is known about the players', () => {
    const known = chance(team(30, 1), team(25, 1));
    expect(known).toBeGreaterThan(0.5);
    expect(chance(team(30, 6), team(25, 6))).toBeLessThan(known);
  });

  it('grows for the stronger team with the length of a game and of the match', () => {
    const game = chance(team(30), team(25));
    expect(chance(team(30), team(25), { ...toEleven, winScore: 21 })).toBeGreaterThan(game);
    const ofThree = chance(team(30), team(25), { ...toEleven, bestOf: 3 });
    expect(ofThree).toBeGreaterThan(game);
    expect(chance(team(30), team(25), { ...toEleven, bestOf: 5 })).toBeGreaterThan(ofThree);
  });

  it('of a best of three is the probability to win two games first, with a shared form of the day', () => {
    const sure = [team(27, 0.01), team(25, 0.01)] as const;
    const game = chance(...sure);
    const independent = game * game * (3 - 2 * game);
    const match = chance(...sure, { ...toEleven, bestOf: 3 });
    expect(match).toBeLessThan(independent);
    expect(match).toBeGreaterThan(game);
  });
});

describe('the probability between two teams', () => {
  const scale = { pickleball: 0.95, tennis: 1.1 };
  const form = { pickleball: 0.27, tennis: 0.46 };
  const drift = { pickleball: 0.005, tennis: 0.014 };

  /** Returns the lead of the stronger team in a sport, and its uncertainty. */
  function difference(one: Skill, other: Skill, sport: keyof typeof scale) {
    const logits = scale[sport] / STARTING_SKILL.sigma;
    const ofSkills = logits ** 2 * (one.sigma ** 2 + other.sigma ** 2);
    return {
      ahead: logits * (one.mu - other.mu),
      variance: ofSkills + form[sport] ** 2 + 2 * drift[sport] ** 2,
    };
  }

  /** Computes the probability as an integral with ten thousand points. */
  function integral(
    { ahead, variance }: ReturnType<typeof difference>,
    slope: number,
    ofMatch: (game: number) => number,
  ) {
    let sum = 0;
    let weights = 0;
    for (let index = -5_000; index <= 5_000; index += 1) {
      const z = index / 600;
      const weight = Math.exp((-z * z) / 2);
      sum += weight * ofMatch(1 / (1 + Math.exp(-slope * (ahead + Math.sqrt(variance) * z))));
      weights += weight;
    }
    return sum / weights;
  }

  testRows([
    ['pickleball', 11, 1, Math.sqrt(1 + 0.24 * 10)],
    ['pickleball', 999, 1, Math.sqrt(1 + 0.24 * 998)],
    ['tennis', 6, 3, Math.sqrt(1 + 0.37 * 5)],
    ['tennis', 6, 5, 1.5 * Math.sqrt(1 + 0.37 * 5)],
    ['tennis', 6, 15, (1 + 0.5 * 6) * Math.sqrt(1 + 0.37 * 5)],
  ] as const)('is the integral over strengths and form', (sport, winScore, bestOf, slope) => {
    const choose = (of: number, some: number): number =>
      some === 0 ? 1 : (choose(of - 1, some - 1) * of) / some;
    const ofMatch = (game: number) => {
      const needed = (bestOf + 1) / 2;
      return Array.from({ length: needed }, (_, lost) => lost).reduce(
        (sum, lost) => sum + choose(needed - 1 + lost, lost) * game ** needed * (1 - game) ** lost,
        0,
      );
    };
    for (const [ahead, sigma] of [
      [1, 50 / 3],
      [0.5, 25 / 3],
      [3, 25 / 3],
      [1.75, 6],
      [2, 4],
      [10, 1],
      [30, 5],
    ] as const) {
      const [one, other] = [skill(25 + ahead, sigma), skill(25, sigma)];
      const format = { sport, winScore, winBy: 2, bestOf };
      const expected = integral(difference(one, other, sport), slope, ofMatch);
      expect(chance([one], [other], format)).toBeCloseTo(expected, 5);
    }
  });

  it('of a next game includes the momentum of the last winner, and none after a draw', () => {
    const [one = NEWCOMER, other = NEWCOMER] = [...team(30), ...team(30)];
    const { variance } = difference(one, other, 'tennis');
    const next = (...scores: number[][]) => {
      const played = scores.map((each) => ({ scores: each, winScore: 6, winBy: 2 }));
      const format = { sport: 'tennis', winScore: 6, winBy: 2, bestOf: 3 };
      return nextGameProbability([[one], [other]], format, played)[0];
    };
    // Two level games do not change the lead, but they reduce its uncertainty.
    const weight = 2 / (0.63 + (1 - 0.63) / 6);
    const after = { ahead: 0.16, variance: variance / (1 + (variance * weight) / 4) };
    const expected = integral(after, Math.sqrt(1 + 0.37 * 5), (game) => game);
    expect(next([3, 6], [6, 3])).toBeCloseTo(expected, 5);
    expect(next([6, 3], [3, 6])).toBeCloseTo(1 - expected, 5);
    expect(next([6, 6])).toBe(0.5);
  });
});

describe('the probability between several teams', () => {
  const skills = [
    [28, 24, 26],
    [30, 20, 25, 25, 22],
  ];

  testRows(skills)('is for each two of them nearly the same as without the others', (...mus) => {
    for (const sport of ['pickleball', 'tennis']) {
      for (const sigma of [1, 4, 25 / 3]) {
        for (const winScore of [1, 11]) {
          const format = { ...toEleven, sport, winScore };
          const teams = mus.map((mu) => team(mu, sigma));
          const all = winProbability(teams, format);
          for (const [index, own] of all.entries()) {
            const [first = 0] = all;
            const two = chance(team(mus[0] ?? 0, sigma), team(mus[index] ?? 0, sigma), format);
            expect(Math.abs(first / (first + own) - two)).toBeLessThan(0.02);
          }
        }
      }
    }
  });
});

it('the strongest of very different teams is certain to win', () => {
  expect(winProbability([team(0), team(1e6), team(-1e6)], toEleven)).toEqual([0, 1, 0]);
});

describe('the probability to win the next game', () => {
  testRows([2, 3])('is that of the first game if none was played', (count) => {
    const teams = [team(30), team(25), team(28)].slice(0, count);
    expect(nextGameProbability(teams, toEleven, [])).toEqual(winProbability(teams, toEleven));
  });

  it('follows the games that were played', () => {
    const teams = [team(25), team(25)];
    const after = (scores: number[]) =>
      nextGameProbability(teams, toEleven, [{ scores, winScore: 11, winBy: 2 }])[0] ?? 0;
    expect(after([11, 2])).toBeGreaterThan(after([11, 8]));
    expect(after([11, 8])).toBeGreaterThan(0.5);
    expect(after([8, 11])).toBeLessThan(0.5);
  });

  it('follows the games of several teams too', () => {
    const three = [team(25), team(25), team(25)];
    const won = { scores: [11, 2, 6], winScore: 11, winBy: 2 };
    const [first = 0, second = 0, third = 0] = nextGameProbability(three, toEleven, [won]);
    expect(first).toBeGreaterThan(third);
    expect(third).toBeGreaterThan(second);
    expect(sumOf([first, second, third])).toBeCloseTo(1, 12);
  });

  testRows([2, 3])('is still higher for the stronger team after one lost game', (count) => {
    const teams = [team(35, 2), team(25, 2), team(25, 2)].slice(0, count);
    const lost = { scores: [9, 11, 7].slice(0, count), winScore: 11, winBy: 2 };
    const [before = 0] = winProbability(teams, toEleven);
    const [after = 0, other = 0] = nextGameProbability(teams, toEleven, [lost]);
    expect(after).toBeLessThan(before);
    expect(after).toBeGreaterThan(other);
  });

  it('of several teams is more certain after expected games, but less than for known players', () => {
    const teams = (sigma: number) => [30, 25, 25].map((mu) => team(mu, sigma));
    const asExpected = new Array(7).fill({ scores: [11, 8, 8], winScore: 11, winBy: 2 });
    // The uncertainty about the two others does not matter.
    nextGameProbability([team(25, 25 / 3), team(25, 25 / 3)], toEleven, []);
    const [after = 0] = nextGameProbability(teams(6), toEleven, asExpected);
    expect(after).toBeGreaterThan(winProbability(teams(6), toEleven)[0] ?? 1);
    expect(after).toBeLessThan(winProbability(teams(0.01), toEleven)[0] ?? 0);
  });

  it('of several teams does not favour the last winner', () => {
    const games = [
      [3, 3, 6],
      [6, 3, 3],
      [3, 6, 3],
    ].map((scores) => ({ scores, winScore: 6, winBy: 2 }));
    const format = { sport: 'tennis', winScore: 6, winBy: 2, bestOf: 1 };
    const equals = [team(25), team(25), team(25)];
    for (const own of nextGameProbability(equals, format, games)) {
      expect(own).toBeCloseTo(1 / 3, 9);
    }
  });

  it('is more certain after expected games', () => {
    const teams = [team(30, 6), team(25, 6)];
    const asExpected = Array.from({ length: 7 }, () => ({
      ...{ scores: [11, 8], winScore: 11, winBy: 2 },
    }));
    const halfTheDoubt = chance(team(30), team(25));
    expect(chance(team(30, 6), team(25, 6))).toBeLessThan(halfTheDoubt);
    expect(nextGameProbability(teams, toEleven, asExpected)[0]).toBeGreaterThan(halfTheDoubt);
  });

  /** Returns the probability after two games with the same score, of which each team won one. */
  const afterOneEach = (sport: string, won: number, lost: number) => {
    const games = [[won, lost] as const, [lost, won] as const].map((scores) => ({
      scores,
      winScore: won,
      winBy: 2,
    }));
    const format = { sport, winScore: won, winBy: 2, bestOf: 3 };
    return nextGameProbability([team(25), team(25)], format, games);
  };

  it('favours the last winner in a sport with momentum', () => {
    const [first = 1, second = 0] = afterOneEach('tennis', 6, 3);
    expect(second).toBeGreaterThan(first);
    expect(afterOneEach('pickleball', 11, 8)).toEqual([0.5, 0.5]);
  });
});

// With these slopes and spreads, a game ranges from a coin toss to a certain win of the better team.
const slopes = [0.3, 1, 2.5, 19, 77];

const spreads = [1e-9, 0.3, 3.2];

const matches = [1, 3, 15];

const everyLead = (): Lead[] =>
  slopes.flatMap((slope) =>
    spreads.flatMap((spread) =>
      matches.flatMap((bestOf) =>
        // From level to a certain win, dominated by the uncertainty or by the games.
        [0, 0.01, 0.5, 2, 5].flatMap((far) =>
          [far * spread, far / slope].map((lead) => ({ lead, spread, slope, bestOf })),
        ),
      ),
    ),
  );

/** Computes the integral with so many points that the uncertainty and the rise of the curve have dozens each. */
function byManyPoints({ lead, spread, slope, bestOf }: Lead): number {
  const at = (difference: number) =>
    bestOfProbability(1 / (1 + Math.exp(-slope * difference)), bestOf);
  const step = Math.min(0.05, 0.2 / (slope * spread * Math.sqrt(bestOf)));
  let sum = at(lead);
  let weights = 1;
  for (let distance = step; distance < 8; distance += step) {
    const weight = Math.exp((-distance * distance) / 2);
    sum += weight * (at(lead + spread * distance) + at(lead - spread * distance));
    weights += 2 * weight;
  }
  return sum / weights;
}

describe('the probability of a team that is ahead', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('equals the integral with far more points, for any steepness and sigma', () => {
    for (const lead of everyLead()) {
      const error = Math.abs(chanceOfLead(lead) - byManyPoints(lead));
      expect(error, JSON.stringify(lead)).toBeLessThan(5e-9);
    }
  });

  it('has a bounded cost for steep curves', () => {
    const exponentials = vi.spyOn(Math, 'exp');
    const steepest = { lead: 1, spread: 9, slope: 1e4, bestOf: 15 };
    for (const lead of [...everyLead(), steepest]) {
      exponentials.mockClear();
      chanceOfLead(lead);
      // Each point takes one exponential for its weight, and one for each side; it has a term for each game that wins the match.
      const terms = (exponentials.mock.calls.length * (lead.bestOf + 1)) / 2;
      expect(terms, JSON.stringify(lead)).toBeLessThan(3 * 460);
    }
  });

  it('is the same where the second method of integration takes over', () => {
    for (const bestOf of matches) {
      for (const lead of [0.1, 1, 4]) {
        const at = (steepness: number) =>
          chanceOfLead({ lead, spread: 2, slope: steepness / 2 / Math.sqrt(bestOf), bestOf });
        const limit = 120 / (bestOf + 1);
        expect(at(limit + 1e-9)).toBeCloseTo(at(limit - 1e-9), 8);
      }
    }
  });

  it('follows only from the lead if nothing is uncertain', () => {
    const match = { slope: 2, bestOf: 5, lead: 0.4 };
    const game = 1 / (1 + Math.exp(-0.8));
    expect(chanceOfLead({ ...match, spread: 1e-12 })).toBeCloseTo(bestOfProbability(game, 5), 12);
    expect(chanceOfLead({ ...match, spread: 0 })).toBeCloseTo(bestOfProbability(game, 5), 12);
  });
});
