import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type RatedGame, rateGames } from './rate-games.ts';
import { type Skill, STARTING_SKILL } from './scale.ts';

function game(scores: number[], rest: Partial<RatedGame> = {}): RatedGame {
  return { scores, winScore: 11, winBy: 2, ...rest };
}

function rateSingles(
  games: RatedGame[],
  one: Skill = STARTING_SKILL,
  other: Skill = one,
): [Skill, Skill] {
  const [[winner] = [], [loser] = []] = rateGames([[one], [other]], games);
  if (winner === undefined || loser === undefined) throw new Error('Two players were expected.');
  return [winner, loser];
}

// The model adds this to every uncertainty before a game, so that nobody's rating freezes.
const DRIFT = 25 / 300;

/** By how much each player's mu moved, measured in the variance they went into the game with. */
function sharesOf(teams: Skill[][], played: RatedGame): number[][] {
  const after = rateGames(teams, [played]);
  return teams.map((team, teamIndex) =>
    team.map(({ mu, sigma }, position) => {
      const moved = (after[teamIndex]?.[position]?.mu ?? Number.NaN) - mu;
      return moved / (sigma ** 2 + DRIFT ** 2);
    }),
  );
}

const anySkill = fc.record({
  mu: fc.double({ min: -50, max: 100, noNaN: true }),
  sigma: fc.double({ min: 0.5, max: 25 / 3, noNaN: true }),
});
const anyScores = fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { minLength: 2, maxLength: 4 });

describe('a game', () => {
  it('raises the winner and lowers the loser', () => {
    const [winner, loser] = rateSingles([game([11, 7])]);
    expect(winner.mu).toBeGreaterThan(STARTING_SKILL.mu);
    expect(loser.mu).toBeLessThan(STARTING_SKILL.mu);
  });

  it('is worth no more than a win to nothing, to the last bit', () => {
    for (const winScore of [6, 7, 11, 15, 21]) {
      const whitewash = rateSingles([game([winScore, 0], { winScore })]);
      for (const score of [winScore + 1, 100, 999]) {
        expect(rateSingles([game([score, 0], { winScore })])).toEqual(whitewash);
      }
    }
    const three = [[STARTING_SKILL], [STARTING_SKILL], [STARTING_SKILL]];
    expect(rateGames(three, [game([999, 11, 0])])).toEqual(rateGames(three, [game([500, 11, 0])]));
  });

  it('gives one of two equally uncertain players what it takes from the other', () => {
    fc.assert(
      fc.property(anySkill, anySkill, ({ mu, sigma }, other) => {
        const [winner, loser] = rateSingles(
          [game([11, 4])],
          { mu, sigma },
          { mu: other.mu, sigma },
        );
        expect(winner.mu + loser.mu).toBeCloseTo(mu + other.mu, 6);
      }),
    );
  });

  // Each player moves in proportion to the variance they go into the game with, and the factor is the
  // same for all winners and, but for its sign, for all losers.
  it('gives the players of one team, each by their own uncertainty, what it takes from the other', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), fc.infiniteStream(anySkill), (size, skills) => {
        const teams = [[...skills.take(size)], [...skills.take(size)]];
        const [won = 0, ...rest] = sharesOf(teams, game([11, 4])).flat();
        expect(won).toBeGreaterThanOrEqual(0);
        for (const [index, share] of rest.entries()) {
          expect(share).toBeCloseTo(index < size - 1 ? won : -won, 6);
        }
      }),
    );
  });

  it('gives and takes as much among several teams, as long as no win is a clear one', () => {
    fc.assert(
      fc.property(anyScores, fc.infiniteStream(anySkill), (scores, skills) => {
        const teams = scores.map(() => [...skills.take(2)]);
        const shares = sharesOf(teams, game(scores, { winBy: 30 }));
        const sum = shares.reduce((total, [share = 0]) => total + share, 0);
        expect(sum).toBeCloseTo(0, 6);
      }),
    );
  });

  it('counts for more the clearer it was won', () => {
    const gains = [
      [15, 13],
      [11, 8],
      [11, 5],
      [11, 0],
    ].map((scores) => rateSingles([game(scores)])[0].mu);
    expect(gains).toEqual(gains.toSorted((one, other) => one - other));
    expect(new Set(gains).size).toBe(gains.length);
  });

  it('counts plainly when it was won by winBy, at whatever score', () => {
    const [narrow] = rateSingles([game([11, 9])]);
    const [extended] = rateSingles([game([21, 19])]);
    expect(extended.mu).toBeCloseTo(narrow.mu, 9);
  });

  it('moves a rating about twice as far when won to nothing', () => {
    const narrow = rateSingles([game([11, 9])])[0].mu - STARTING_SKILL.mu;
    const clear = rateSingles([game([11, 0])])[0].mu - STARTING_SKILL.mu;
    expect(clear / narrow).toBeGreaterThan(1.8);
    expect(clear / narrow).toBeLessThan(2.2);
  });

  it('weighs the same to 11 as to 22', () => {
    const [toEleven] = rateSingles([game([11, 5])]);
    const [toTwentyTwo] = rateSingles([game([22, 10], { winScore: 22, winBy: 4 })]);
    expect(toTwentyTwo.mu).toBeCloseTo(toEleven.mu, 9);
  });

  it('moves the less certain player of a team further', () => {
    const certain = { mu: 25, sigma: 2 };
    const [[first, second] = []] = rateGames(
      [
        [STARTING_SKILL, certain],
        [STARTING_SKILL, certain],
      ],
      [game([11, 7])],
    );
    expect((first?.mu ?? 0) - 25).toBeGreaterThan((second?.mu ?? 0) - 25);
  });

  it('makes nobody less certain', () => {
    fc.assert(
      fc.property(anySkill, anySkill, (one, other) => {
        const after = rateSingles([game([11, 6])], one, other);
        expect(after[0].sigma).toBeLessThanOrEqual(one.sigma);
        expect(after[1].sigma).toBeLessThanOrEqual(other.sigma);
      }),
    );
  });

  it('does not depend on the order of the teams', () => {
    fc.assert(
      fc.property(anyScores, fc.infiniteStream(anySkill), (scores, skills) => {
        const teams = scores.map(() => [...skills.take(2)]);
        const forward = rateGames(teams, [game(scores)]);
        const backward = rateGames(teams.toReversed(), [game(scores.toReversed())]).toReversed();
        for (const [index, team] of forward.entries()) {
          for (const [position, skill] of team.entries()) {
            expect(backward[index]?.[position]?.mu).toBeCloseTo(skill.mu, 6);
            expect(backward[index]?.[position]?.sigma).toBeCloseTo(skill.sigma, 6);
          }
        }
      }),
    );
  });

  it('gives finite numbers whatever was played', () => {
    fc.assert(
      fc.property(
        fc.array(
          anyScores.map((scores) => scores.slice(0, 2)),
          { maxLength: 40 },
        ),
        (all) => {
          for (const { mu, sigma } of rateSingles(all.map((scores) => game(scores)))) {
            expect(Number.isFinite(mu)).toBe(true);
            expect(sigma).toBeGreaterThan(0);
          }
        },
      ),
    );
  });
});

describe('a match of several games', () => {
  it('is rated game by game', () => {
    const games = [game([11, 7]), game([5, 11]), game([11, 9])];
    const [first, second] = rateSingles(games.slice(0, 1));
    expect(rateSingles(games)).toEqual(rateSingles(games.slice(1), first, second));
  });
});
