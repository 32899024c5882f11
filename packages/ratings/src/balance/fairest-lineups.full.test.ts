import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Skill } from '../model/scale.ts';
import { anySkillWithin, numbered, skill } from '../model/testing/skills.ts';
import { type MatchFormat, winProbability } from '../model/win-probability.ts';
import { seededRandom } from '../random.ts';
import { CourtSplits, positionsOf } from './court-splits.ts';
import { fairestLineups, type Lineup } from './fairest-lineups.ts';

const format: MatchFormat = { sport: 'pickleball', winScore: 11, winBy: 2, bestOf: 3 };

const COUNT = 3;

/** The allowed difference in unfairness to the fairest lineup of sixteen players. */
const NEAR = 0.005;

// Equal strengths cause ties.
const coarseSkill = fc.integer({ min: 20, max: 24 }).map((mu) => skill(mu, 3));

/** Players of several groups with some usual partners, or players with coarse strengths. */
const playersOf = (count: number) => {
  const lengths = { minLength: count, maxLength: count };
  const connected = fc.array(anySkillWithin([0, 50]), lengths);
  return fc.oneof(
    connected.map((players) => numbered([players])[0] ?? []),
    fc.array(coarseSkill, lengths),
  );
};

function fairest(players: readonly Skill[], teamSize: number): Lineup[] {
  const search = fairestLineups(new CourtSplits(players, teamSize, format), COUNT);
  for (;;) {
    const { done, value } = search.next();
    if (done) return value;
  }
}

/** Returns the worst court and the sum of a lineup. */
type Cost = [worst: number, sum: number];

const costOf = (courts: readonly number[]): Cost => [
  Math.max(...courts),
  courts.reduce((sum, court) => sum + court, 0),
];

const costsOf = (lineups: readonly Lineup[]) =>
  lineups.map((lineup) => costOf(lineup.map(({ unfairness }) => unfairness)));

function* combinations<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  if (size === 0) yield [];
  for (const [index, item] of items.entries()) {
    if (size === 0) return;
    for (const others of combinations(items.slice(index + 1), size - 1)) yield [item, ...others];
  }
}

/** Returns the costs of the courts of every lineup, by exhaustive search. */
function* everyLineup(players: readonly Skill[], teamSize: number): Generator<number[]> {
  const [first, ...others] = players;
  if (first === undefined) {
    yield [];
    return;
  }
  for (const partners of combinations(others, teamSize - 1)) {
    const left = others.filter((player) => !partners.includes(player));
    for (const opponents of combinations(left, teamSize)) {
      const [chance = 0] = winProbability([[first, ...partners], opponents], format);
      const rest = left.filter((player) => !opponents.includes(player));
      for (const courts of everyLineup(rest, teamSize)) yield [Math.abs(chance - 0.5), ...courts];
    }
  }
}

function fairestByExhaustion(players: readonly Skill[], teamSize: number): Cost[] {
  const costs = [...everyLineup(players, teamSize)].map(costOf);
  const isLevel = (one: number, other: number) => Math.abs(one - other) < 1e-12;
  return costs
    .sort((one, other) => (isLevel(one[0], other[0]) ? one[1] - other[1] : one[0] - other[0]))
    .slice(0, COUNT);
}

function expectNear(costs: readonly Cost[], expected: readonly Cost[]): void {
  expect(costs).toHaveLength(expected.length);
  for (const [index, cost] of costs.entries()) {
    expect(cost[0]).toBeCloseTo(expected[index]?.[0] ?? Number.NaN, 10);
    expect(cost[1]).toBeCloseTo(expected[index]?.[1] ?? Number.NaN, 10);
  }
}

describe('the fairest lineups', () => {
  it.each([
    [4, 1],
    [4, 2],
    [6, 1],
    [6, 3],
    [8, 1],
    [8, 2],
    [8, 4],
  ])('of %i players in teams of %i equal those of an exhaustive search', (count, teamSize) => {
    fc.assert(
      fc.property(playersOf(count), (players) => {
        expectNear(costsOf(fairest(players, teamSize)), fairestByExhaustion(players, teamSize));
      }),
      // Worst courts that differ by a rounding error can be in either order, so the seed is fixed.
      { numRuns: count === 8 ? 30 : 100, seed: 15, endOnFailure: true },
    );
  });

  it.each([
    ['whose worst courts are equally unfair', 1, [31, 11, 13, 19, 39, 34, 2, 28]],
    ['whose worst courts differ only by rounding', 2, [15, 1, 8, 26, 28, 32, 25, 34]],
    ['of which one has a fairer worst court but a worse sum', 2, [16, 22, 34, 21, 1, 13, 3, 26]],
  ])('equal those of an exhaustive search, for lineups %s', (_, teamSize, mus) => {
    const players = mus.map((mu) => skill(mu, 3));
    expectNear(costsOf(fairest(players, teamSize)), fairestByExhaustion(players, teamSize));
  });

  it('of sixteen players in two teams are within 0.005 of those of an exhaustive search', () => {
    fc.assert(
      fc.property(playersOf(16), (players) => {
        const expected = fairestByExhaustion(players, 8);
        for (const [index, [worst]] of costsOf(fairest(players, 8)).entries()) {
          expect(worst).toBeLessThanOrEqual((expected[index]?.[0] ?? 0) + NEAR);
        }
      }),
      { numRuns: 3, seed: 15, endOnFailure: true },
    );
  });

  it('of sixteen players in teams of four are within 0.005 of the fairest splits of the fairest courts', () => {
    fc.assert(
      fc.property(playersOf(16), (players) => {
        const [best] = costsOf(fairest(players, 4));
        // The fairest split of each eight players, by predictions of all splits.
        const fairestOf = (set: readonly Skill[]) =>
          new CourtSplits(set, 4, format).fairest(2 ** 8 - 1, 1)[0]?.unfairness ?? 0;
        const [first, ...others] = players;
        const worst = [...combinations(others, 7)].map((ones) => {
          const court = first === undefined ? ones : [first, ...ones];
          const rest = others.filter((player) => !ones.includes(player));
          return Math.max(fairestOf(court), fairestOf(rest));
        });
        expect(best?.[0]).toBeLessThanOrEqual(Math.min(...worst) + NEAR);
      }),
      { numRuns: 2, seed: 15, endOnFailure: true },
    );
  });

  it.each([1, 2, 4, 8])(
    'of sixteen players in teams of %i are even if the players come in pairs of equal strength',
    (teamSize) => {
      fc.assert(
        fc.property(playersOf(8), (half) => {
          // The two players of a pair can play in opposite teams, which makes the teams even.
          const [best] = fairest([...half, ...half.toReversed()], teamSize);
          expect(costsOf([best ?? []])[0]?.[0]).toBeCloseTo(0, 10);
        }),
        { numRuns: 5, endOnFailure: true },
      );
    },
  );

  it.each([1, 2, 4])(
    'of sixteen players in teams of %i are at most 0.005 worse than any other lineup',
    (teamSize) => {
      const order = fc.shuffledSubarray(
        Array.from({ length: 16 }, (_, index) => index),
        { minLength: 16 },
      );
      fc.assert(
        fc.property(playersOf(16), fc.array(order, { minLength: 50 }), (players, orders) => {
          const [best] = costsOf(fairest(players, teamSize));
          for (const shuffled of orders) {
            const courts: number[] = [];
            for (let at = 0; at < 16; at += 2 * teamSize) {
              const team = (from: number) =>
                shuffled.slice(from, from + teamSize).flatMap((index) => players[index] ?? []);
              const [chance = 0] = winProbability([team(at), team(at + teamSize)], format);
              courts.push(Math.abs(chance - 0.5));
            }
            expect(best?.[0]).toBeLessThanOrEqual(costOf(courts)[0] + NEAR);
          }
        }),
        { numRuns: 5, endOnFailure: true },
      );
    },
  );

  it('differ in their pairs, have every player once, and get less fair in order', () => {
    fc.assert(
      fc.property(
        fc
          .constantFrom([4, 2], [8, 2], [8, 4], [12, 3])
          .chain(([count = 4, teamSize = 2]) =>
            playersOf(count).map((players) => ({ players, teamSize })),
          ),
        ({ players, teamSize }) => {
          const lineups = fairest(players, teamSize);
          expect(lineups).toHaveLength(COUNT);
          const named = lineups.map((lineup) =>
            lineup
              .map(({ teams }) => `${teams}`)
              .sort()
              .join(),
          );
          expect(new Set(named).size).toBe(COUNT);
          for (const lineup of lineups) {
            const positions = lineup.flatMap(({ teams }) => teams.flatMap(positionsOf));
            expect(positions.sort((one, other) => one - other)).toEqual([...players.keys()]);
          }
          const worst = costsOf(lineups).map(([first]) => first);
          for (const [index, next] of worst.slice(1).entries()) {
            // Lineups that differ by less than rounding are equally fair.
            expect(next).toBeGreaterThan((worst[index] ?? 0) - 1e-12);
          }
        },
      ),
    );
  });

  it('are ordered by the players’ indexes if they are equally fair', () => {
    const equals = (count: number) => Array.from({ length: count }, () => skill(25, 3));
    const namesOf = (lineup: Lineup) =>
      lineup
        .map(({ teams }) => teams.map((team) => positionsOf(team).join('')).join('-'))
        .join(' ');
    expect(fairest(equals(4), 2).map(namesOf)).toEqual(['01-23', '02-13', '03-12']);
    expect(fairest(equals(6), 1).map(namesOf)).toEqual([
      '0-1 2-3 4-5',
      '0-1 2-4 3-5',
      '0-1 2-5 3-4',
    ]);
  });
});

describe('the search for the fairest lineups', () => {
  class CountedSplits extends CourtSplits {
    asked = 0;
    split = 0;

    override unfairnessOf(set: number) {
      this.asked += 1;
      return super.unfairnessOf(set);
    }

    override fairest(set: number, count: number) {
      this.split += 1;
      return super.fairest(set, count);
    }
  }

  function searched(players: number, teamSize: number, seed: number) {
    const random = seededRandom(seed);
    const skills = Array.from({ length: players }, () => skill(50 * random(), 3));
    const splits = new CountedSplits(skills, teamSize, format);
    const costs = [...fairestLineups(splits, COUNT)];
    return { costs, asked: splits.asked, split: splits.split };
  }

  it.each([
    [12, 1, 2_200, 70],
    [12, 2, 12_600, 25],
    [12, 3, 1_900, 15],
  ])(
    'tries few unnecessary branches, for %i players in teams of %i',
    (players, teamSize, maxAsked, maxSplit) => {
      for (const seed of [1, 2, 3, 4, 5]) {
        const { asked, split } = searched(players, teamSize, seed);
        expect(asked).toBeLessThanOrEqual(maxAsked);
        expect(split).toBeLessThanOrEqual(maxSplit);
      }
    },
  );

  it('costs the evaluation of the courts and one visit of each set of players', () => {
    const { costs } = searched(8, 2, 1);
    expect(costs).toHaveLength(71);
    expect(new Set(costs.slice(0, -1))).toEqual(new Set([3 * 201]));
    expect(costs.at(-1)).toBe(2 ** 8);
  });
});
