import { testRows } from '@partner-rating/table-tests';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RatedGame } from './game-formats.ts';
import { sportParameters } from './parameters.ts';
import { rateMatch } from './rate-match.ts';
import { type Skill, STARTING_SKILL } from './scale.ts';
import { sports } from './sports.ts';
import { anySkillWithin, NEWCOMER, numbered, skill } from './testing/skills.ts';

const anySkill = anySkillWithin([-50, 100], [0.2, STARTING_SKILL.sigma]);

const anySport = fc.constantFrom(...sports);

/** Two to sixteen teams of one to eight players, and one to fifteen games. */
const anyMatch = fc
  .record({
    sport: anySport,
    teams: fc.integer({ min: 2, max: 16 }),
    size: fc.integer({ min: 1, max: 8 }),
    winScore: fc.integer({ min: 1, max: 25 }),
  })
  .chain(({ sport, teams, size, winScore }) =>
    fc.record({
      sport: fc.constant(sport),
      teams: fc
        .array(fc.array(anySkill, { minLength: size, maxLength: size }), {
          minLength: teams,
          maxLength: teams,
        })
        .map(numbered),
      games: fc.array(
        fc.record({
          scores: fc.array(fc.nat(30), { minLength: teams, maxLength: teams }),
          winScore: fc.constant(winScore),
          winBy: fc.constantFrom(1, 2),
        }),
        { minLength: 1, maxLength: 15 },
      ),
    }),
  );

function game(scores: number[], rest: Partial<RatedGame> = {}): RatedGame {
  return { scores, winScore: 11, winBy: 2, ...rest };
}

function rateSingles(
  games: RatedGame[],
  one: Skill = NEWCOMER,
  other: Skill = one,
  sport = 'pickleball',
): [Skill, Skill] {
  const [[first] = [], [second] = []] = rateMatch([[one], [other]], { sport, games }).skills;
  if (first === undefined || second === undefined)
    throw new Error('The match must have two players.');
  return [first, second];
}

/** Returns the gain of the winner of a game to 11 between beginners. */
function gain(scores: number[], rest: Partial<RatedGame> = {}): number {
  return rateSingles([game(scores, rest)])[0].mu - STARTING_SKILL.mu;
}

describe('a match', () => {
  it('raises the winner and lowers the loser', () => {
    const [winner, loser] = rateSingles([game([11, 7])]);
    expect(winner.mu).toBeGreaterThan(STARTING_SKILL.mu);
    expect(loser.mu).toBeLessThan(STARTING_SKILL.mu);
  });

  it('never lowers the winner or raises the loser', () => {
    fc.assert(
      fc.property(anyMatch, ({ sport, teams, games }) => {
        const after = rateMatch(teams, { sport, games }).skills;
        // As in the contract, the winner is the team that won most games.
        const wins = teams.map(
          (_, team) =>
            games.filter(({ scores }) =>
              scores.every((score, other) => other === team || score < (scores[team] ?? 0)),
            ).length,
        );
        for (const [index, team] of teams.entries()) {
          const moves = team.map(({ mu }, at) => (after[index]?.[at]?.mu ?? Number.NaN) - mu);
          const best = Math.max(...wins.filter((_, other) => other !== index));
          const own = wins[index] ?? 0;
          if (own > best) expect(Math.min(...moves)).toBeGreaterThanOrEqual(0);
          const isLost = best > own && (own === 0 || teams.length === 2);
          if (isLost) expect(Math.max(...moves)).toBeLessThanOrEqual(0);
        }
      }),
    );
  });

  it('of three teams raises the winner of most games, even if others scored more', () => {
    const games = [game([11, 9, 9]), game([11, 9, 9]), game([0, 11, 9]), game([0, 9, 11])];
    const [[winner] = [], [second] = []] = rateMatch([[NEWCOMER], [NEWCOMER], [NEWCOMER]], {
      sport: 'racquetball',
      games,
    }).skills;
    expect(winner?.mu).toBeGreaterThanOrEqual(STARTING_SKILL.mu);
    expect(second?.mu).toBeGreaterThan(STARTING_SKILL.mu);
  });

  it('moves nobody after a draw of equals', () => {
    fc.assert(
      fc.property(anySkill, fc.nat(20), (skill, points) => {
        const [one, other] = rateSingles([game([points, points])], skill);
        expect(one.mu - skill.mu).toBe(0);
        expect(other.mu - skill.mu).toBe(0);
      }),
    );
  });

  it('moves a player towards a stronger player after a draw', () => {
    const stronger = skill(40, 4);
    const [one, other] = rateSingles([game([8, 8])], skill(25, 4), stronger);
    expect(one.mu).toBeGreaterThan(25);
    expect(other.mu).toBeLessThan(40);
  });

  it('makes nobody less certain', () => {
    fc.assert(
      fc.property(anyMatch, ({ sport, teams, games }) => {
        const after = rateMatch(teams, { sport, games }).skills.flat();
        for (const [index, { sigma }] of teams.flat().entries()) {
          expect(after[index]?.sigma).toBeLessThanOrEqual(sigma);
          expect(after[index]?.sigma).toBeGreaterThan(0);
        }
      }),
    );
  });

  it('gives the same bits for every order of the teams and their players', () => {
    fc.assert(
      fc.property(anyMatch, ({ sport, teams, games }) => {
        const forward = rateMatch(teams, { sport, games }).skills;
        const turned = rateMatch(
          teams.toReversed().map((team) => team.toReversed()),
          { sport, games: games.map((one) => ({ ...one, scores: one.scores.toReversed() })) },
        ).skills;
        expect(turned.toReversed().map((team) => team.toReversed())).toEqual(forward);
      }),
    );
  });

  it('gives finite numbers for every result', () => {
    const farApart = skill(1e4, STARTING_SKILL.sigma);
    for (const scores of [
      [11, 0],
      [0, 11],
      [999, 0],
      [0, 0],
    ]) {
      const [one, other] = rateSingles([game(scores)], farApart, { ...farApart, mu: -1e4 });
      for (const value of [one.mu, one.sigma, other.mu, other.sigma])
        expect(Number.isFinite(value)).toBe(true);
    }
  });

  it('counts several games less than as many matches of one game', () => {
    const games = [game([11, 8]), game([11, 6]), game([11, 9])];
    const [together] = rateSingles(games);
    let teams: [Skill, Skill] = [NEWCOMER, NEWCOMER];
    for (const one of games) teams = rateSingles([one], ...teams);
    expect(together.sigma).toBeGreaterThan(teams[0].sigma);
  });

  it('does not depend on the order of its games', () => {
    const games = [game([11, 8]), game([2, 11]), game([11, 9])];
    const [forward] = rateSingles(games);
    const [backward] = rateSingles(games.toReversed());
    expect(backward.mu).toBeCloseTo(forward.mu, 9);
    expect(backward.sigma).toBeCloseTo(forward.sigma, 9);
  });

  it('moves both teams equally far if they are equally uncertain', () => {
    fc.assert(
      fc.property(
        anySport,
        fc.integer({ min: 1, max: 8 }),
        fc.double({ min: 0.5, max: 8, noNaN: true }),
        fc.infiniteStream(fc.double({ min: 0, max: 50, noNaN: true })),
        (sport, size, sigma, mus) => {
          const teams = [0, 1].map(() => [...mus.take(size)].map((mu) => skill(mu, sigma)));
          const after = rateMatch(teams, { sport, games: [game([11, 4])] }).skills;
          const sum = (all: Skill[][]) => all.flat().reduce((total, { mu }) => total + mu, 0);
          expect(sum(after)).toBeCloseTo(sum(teams), 8);
        },
      ),
    );
  });

  it('moves each player of a team by their own uncertainty', () => {
    const certain = skill(25, 2);
    const team = [NEWCOMER, certain];
    const [[first, second] = []] = rateMatch([team, team], {
      sport: 'pickleball',
      games: [game([11, 7])],
    }).skills;
    const ratio = ((first?.mu ?? 0) - 25) / ((second?.mu ?? 0) - 25);
    expect(ratio).toBeCloseTo((25 / 3 / 2) ** 2, 1);
  });
});

describe('the pull of a player, which is how far a movement of the team moves them,', () => {
  it('is their share of the team’s uncertainty, without the form of the day', () => {
    const { scaleSpread, form, driftPerMatch } = sportParameters('tennis', 1);
    const perMu = scaleSpread / STARTING_SKILL.sigma;
    for (const sigma of [0.5, 4]) {
      const player = skill(25, sigma);
      const match = { sport: 'tennis', games: [game([6, 3])] };
      const [[rated] = []] = rateMatch([[player], [player]], match).skills;
      const own = (perMu * sigma) ** 2 + driftPerMatch ** 2;
      expect(rated?.pull).toBeCloseTo(own / (own + form ** 2 / 2) / perMu, 9);
    }
  });
});

describe('a match without a game', () => {
  testRows([2, 3])('does not change any skill', (count) => {
    const teams = [skill(31, 4), NEWCOMER, skill(18, 6)].slice(0, count);
    const { skills } = rateMatch(
      teams.map((skill) => [skill]),
      { sport: 'padel', games: [] },
    );
    expect(skills.flat().map(({ mu, sigma }) => skill(mu, sigma))).toEqual(teams);
  });
});

describe('the margin', () => {
  it('counts more for a clearer win, in every sport', () => {
    fc.assert(
      fc.property(anySport, anySkill, anySkill, fc.nat(9), (sport, one, other, points) => {
        const [closer] = rateSingles([game([11, points + 1])], one, other, sport);
        const [clearer] = rateSingles([game([11, points])], one, other, sport);
        expect(clearer.mu).toBeGreaterThanOrEqual(closer.mu);
      }),
    );
    expect(gain([11, 0])).toBeGreaterThan(gain([11, 5]));
    expect(gain([11, 5])).toBeGreaterThan(gain([11, 9]));
  });

  it('counts more even if Newton’s method would oscillate', () => {
    const one = skill(0, 0.2);
    const other = { ...skill(97.9406703743422, 8.291108334053956), direction: 83_890_581_294_156 };
    const gains = [0, 1].map((points) => rateSingles([game([11, points])], one, other, 'padel')[0]);
    expect(gains[0]?.mu).toBeGreaterThan(gains[1]?.mu ?? Number.NaN);
  });

  it('counts at most as a win to nothing, bit for bit', () => {
    for (const winScore of [6, 7, 11, 15, 21]) {
      const whitewash = gain([winScore, 0], { winScore });
      for (const score of [winScore + 1, 100, 999]) {
        expect(gain([score, 0], { winScore })).toBe(whitewash);
      }
    }
  });

  it('is the same at 21-19 as at 11-9', () => {
    expect(gain([21, 19])).toBe(gain([11, 9]));
  });

  it('counts a little more in a longer game', () => {
    const ratio = gain([21, 0], { winScore: 21 }) / gain([11, 0]);
    expect(ratio).toBeGreaterThan(1);
    expect(ratio).toBeLessThan(1.2);
  });
});
