import { testRows } from '@partner-rating/table-tests';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leadOf } from './game-formats.ts';
import { evidenceOfGames, rateMatch } from './rate-match.ts';
import type { Skill } from './scale.ts';
import { anySkillWithin, skill } from './testing/skills.ts';

const anySkill = anySkillWithin([-20, 80]);

const playedBy = (teams: number) =>
  fc.record({
    teams: fc.array(fc.tuple(anySkill), { minLength: teams, maxLength: teams }),
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
  teams: Skill[][];
  games: { scores: number[]; winScore: number; winBy: number }[];
}

function evidenceOf({ teams, games }: Played) {
  const match = { sport: 'pickleball', games };
  const { moved } = rateMatch(teams, match);
  return { evidence: evidenceOfGames(teams, match, moved), moved };
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

describe('the evidence of the games', () => {
  testRows([2, 3, 5])('adds up to the movement of each team', (count) => {
    fc.assert(
      fc.property(playedBy(count), (played) => {
        const { evidence, moved } = evidenceOf(played);
        for (const [team, parts] of evidence.entries()) {
          expect(sumOf(parts)).toBeCloseTo(moved[team] ?? Number.NaN, 9);
        }
      }),
    );
  });

  it('is stronger for a larger lead, and equal for both teams', () => {
    fc.assert(
      fc.property(playedBy(2), (played) => {
        const one = { ...played, games: played.games.map((game) => ({ ...game, winScore: 11 })) };
        const [[...own] = [], [...others] = []] = evidenceOf(one).evidence;
        const leads = one.games.map((game) => leadOf(game, 0, 1));
        for (const [index, lead] of leads.entries()) {
          expect((own[index] ?? 1) * (others[index] ?? 1)).toBeLessThan(1e-12);
          const lower = leads.findIndex((other) => other < lead);
          if (lower >= 0) expect(own[index]).toBeGreaterThanOrEqual(own[lower] ?? 0);
        }
      }),
    );
  });

  it('counts each lost game of equals against them, and each won game for them', () => {
    const even = [[skill(25, 8)], [skill(25, 8)]];
    const game = (scores: number[]) => ({ scores, winScore: 21, winBy: 2 });
    const [lost = []] = evidenceOf({
      teams: even,
      games: [game([19, 21]), game([16, 21])],
    }).evidence;
    expect(Math.max(...lost)).toBeLessThan(0);
    const [level = []] = evidenceOf({
      teams: even,
      games: [game([19, 21]), game([21, 19])],
    }).evidence;
    expect(level[0]).toBeLessThan(0);
    expect(level[1]).toBe(-(level[0] ?? 0));
  });
});
