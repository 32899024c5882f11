import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Explanation,
  explainMatch,
  explainMovement,
  type MatchToExplain,
} from './explain-match.ts';
import { currentModel } from './model/rating-model.ts';
import type { Skill } from './model/scale.ts';
import { sports } from './model/sports.ts';
import { anySkillWithin, skill } from './model/testing/skills.ts';
import { newRatings, type Ratings, raterOver } from './rate-matches.ts';

const { ratingOf } = currentModel;
const BRACKET = 'overall-open';
const playedAt = new Date('2026-09-12T15:30:00Z');
const thousandths = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + Math.round(1_000 * value), 0);

const anyPlayer = fc.option(anySkillWithin([-20, 80]));

/** Matches of two to five teams of one to three players. Some players have no rating, and some did not agree. */
const anyMatch = fc
  .record({
    sport: fc.constantFrom(...sports),
    teams: fc.integer({ min: 2, max: 5 }),
    size: fc.integer({ min: 1, max: 3 }),
    winScore: fc.constantFrom(6, 11, 15, 21),
    unratedReason: fc.constantFrom(null, null, null, 'contradicted' as const, 'not_rated' as const),
  })
  .chain(({ sport, teams, size, winScore, unratedReason }) => {
    const people = Array.from({ length: teams * size }, (_, index) => `player-${index}`);
    const scores = fc
      .array(fc.nat(winScore + 4), { minLength: teams, maxLength: teams })
      .filter((points) => points.some((score) => score > 0));
    return fc.record({
      match: fc.record({
        ...{ id: fc.constant('match'), sport: fc.constant(sport) },
        ...{ matchDate: fc.constant(playedAt), brackets: fc.constant([BRACKET]) },
        teams: fc.constant(
          Array.from({ length: teams }, (_, team) => people.slice(team * size, (team + 1) * size)),
        ),
        games: fc.array(
          fc.record({ scores, winScore: fc.constant(winScore), winBy: fc.constant(2) }),
          { minLength: unratedReason === null ? 1 : 0, maxLength: 5 },
        ),
        unrated: fc.subarray(people, { maxLength: 2 }).map((ids) => new Set(ids)),
        unratedReason: fc.constant(unratedReason),
      }),
      skills: fc.array(anyPlayer, { minLength: people.length, maxLength: people.length }),
    });
  });

interface Played {
  match: MatchToExplain;
  skills: readonly (Skill | null)[];
}

function statesOf({ match, skills }: Played): Ratings {
  const states = newRatings();
  for (const [index, memberId] of match.teams.flat().entries()) {
    const skill = skills[index];
    if (!skill) continue;
    const rest = { rating: ratingOf(skill.mu), games: 3, lastPlayed: playedAt.getTime() };
    states.set({ memberId, sport: match.sport, bracket: BRACKET, ...skill, ...rest });
  }
  return states;
}

/** Returns the explanations for the players of a match, in the order of its teams. */
function explain(played: Played): Explanation[] {
  const { match } = played;
  const explained = explainMatch(match, BRACKET, statesOf(played), currentModel);
  return match.teams
    .flat()
    .map((memberId) => explained.parts.get(memberId))
    .filter((explanation) => explanation !== undefined);
}

const singles = (scores: number[][], skills: Played['skills']): Played => ({
  match: {
    ...{ id: 'match', sport: 'pickleball', matchDate: playedAt, brackets: [BRACKET] },
    teams: [['mike'], ['priya']],
    games: scores.map((points) => ({ scores: points, winScore: 11, winBy: 2 })),
    unrated: new Set(),
    unratedReason: null,
  },
  skills,
});

describe('the explanation of a match', () => {
  it('adds up: the contributions and `withheld` are exactly the change', () => {
    fc.assert(
      fc.property(anyMatch, (played) => {
        for (const { ratingBefore, ratingAfter, contributions, withheld } of explain(played)) {
          const change = thousandths([ratingAfter ?? 0, -(ratingBefore ?? 0)]);
          expect(thousandths([...contributions, withheld])).toBe(change);
        }
      }),
    );
  });

  it('says `moved` only if the rating changed, and `limited` only if a part was withheld', () => {
    fc.assert(
      fc.property(anyMatch, (played) => {
        for (const { reason, ratingBefore, ratingAfter, withheld } of explain(played)) {
          expect(reason === 'moved').toBe(ratingAfter !== ratingBefore);
          expect(reason === 'limited').toBe(withheld !== 0);
        }
      }),
    );
  });

  it('has a new rating only for players whom the match rates', () => {
    fc.assert(
      fc.property(anyMatch, (played) => {
        const { match } = played;
        const steps = raterOver(statesOf(played), currentModel)(match);
        const ratings = new Map(steps.map(({ memberId, rating }) => [memberId, rating]));
        const explanations = explain(played);
        for (const [index, memberId] of match.teams.flat().entries()) {
          const { reason, ratingAfter, contributions } = explanations[index] ?? {};
          if (match.unratedReason !== null) expect(reason).toBe(match.unratedReason);
          else if (match.unrated.has(memberId)) expect(reason).toBe('unconfirmed');
          else expect(ratingAfter).toBe(ratings.get(memberId));
          const isRated = match.unratedReason === null && !match.unrated.has(memberId);
          expect(contributions).toHaveLength(isRated ? match.games.length : 0);
        }
      }),
    );
  });

  it('divides all games and points among the teams, both actual and expected', () => {
    fc.assert(
      fc.property(anyMatch, (played) => {
        const { match } = played;
        const size = match.teams[0]?.length ?? 1;
        const ofTeams = explain(played).filter((_, index) => index % size === 0);
        const shares = [
          'gameShare',
          'expectedGameShare',
          'pointShare',
          'expectedPointShare',
        ] as const;
        for (const share of shares) {
          const values = ofTeams.map((explanation) => explanation[share]);
          if (match.games.length === 0) expect(values).toEqual(match.teams.map(() => null));
          else expect(values.reduce<number>((sum, own) => sum + (own ?? 9), 0)).toBeCloseTo(1, 2);
        }
      }),
    );
  });

  it('counts a game against a player exactly if they won fewer points than expected', () => {
    const points = fc.tuple(fc.constant(11), fc.nat(9));
    fc.assert(
      fc.property(points, fc.boolean(), anyPlayer, anyPlayer, (scores, isWon, one, other) => {
        const played = singles([isWon ? scores : scores.toReversed()], [one, other]);
        const [{ pointShare, expectedPointShare, contributions } = failed()] = explain(played);
        const surprise = (pointShare ?? 0) - (expectedPointShare ?? 0);
        if (surprise > 0.001) expect(contributions[0]).toBeGreaterThanOrEqual(0);
        if (surprise < -0.001) expect(contributions[0]).toBeLessThanOrEqual(0);
      }),
    );
  });

  it('withholds a narrow win over a weaker player, and the same amount of the loss', () => {
    const known = (mu: number) => skill(mu, 2);
    const [won = failed(), lost = failed()] = explain(singles([[11, 9]], [known(32), known(22)]));
    for (const { reason, ratingBefore, ratingAfter } of [won, lost]) {
      expect({ reason, ratingAfter }).toEqual({ reason: 'limited', ratingAfter: ratingBefore });
    }
    expect(won.contributions[0]).toBeLessThan(0);
    expect(won.withheld).toBe(-(won.contributions[0] ?? 0));
    expect(lost.contributions[0]).toBeGreaterThan(0);
    expect(lost.withheld).toBe(-(lost.contributions[0] ?? 0));
  });

  it('counts a level game for both, and as won by no team', () => {
    const [own = failed()] = explain(
      singles(
        [
          [8, 8],
          [11, 5],
        ],
        [null, null],
      ),
    );
    expect(own).toMatchObject({ gamesWon: 1, gamesPlayed: 2, gameShare: 0.75 });
  });

  it('has no rating for a new player whom the match does not rate, and the first rating otherwise', () => {
    const played = singles([[11, 7]], [null, null]);
    const unconfirmed = { ...played, match: { ...played.match, unrated: new Set(['mike']) } };
    expect(explain(unconfirmed)).toMatchObject([
      { reason: 'unconfirmed', ratingBefore: null, ratingAfter: null },
      { reason: 'moved', ratingBefore: 3.5 },
    ]);
  });
});

describe('the contributions of the games', () => {
  const explainParts = (after: number, evidence: number[], pull = 1) =>
    explainMovement({ before: 25, after, unlimited: after, pull, evidence }, ratingOf)
      .contributions;

  it('add up to the change even if the evidence does not', () => {
    const [first = 0, last = 0] = explainParts(26, [0.5, 0.4]);
    expect(first + last).toBeCloseTo(ratingOf(26) - ratingOf(25), 9);
    expect(first).toBeCloseTo(ratingOf(25.5) - ratingOf(25), 9);
  });

  it('are divided by the evidence of each game', () => {
    const [won = 0, lost = 0] = explainParts(26, [1, -0.5], 2);
    expect(won).toBeGreaterThan(0);
    expect(lost).toBeLessThan(0);
    expect(won / -lost).toBeCloseTo(2, 1);
  });
});

function failed(): never {
  throw new Error('Each player has an explanation.');
}
