import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contributionsOf, explainTeams } from './explanation.ts';
import { currentModel } from './rating-model.ts';

const { ratingOf } = currentModel;
const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

describe('the contributions of the games', () => {
  it('add up to the change of R', () => {
    const anyMu = fc.double({ min: -50, max: 100, noNaN: true });
    const anyEvidence = fc.array(fc.double({ min: -5, max: 5, noNaN: true }), {
      minLength: 1,
      maxLength: 15,
    });
    fc.assert(
      fc.property(anyMu, anyEvidence, (before, evidence) => {
        const after = before + sumOf(evidence);
        const parts = contributionsOf({ before, after, pull: 1, evidence }, ratingOf);
        expect(sumOf(parts)).toBeCloseTo(ratingOf(after) - ratingOf(before), 9);
      }),
    );
  });

  it('add up to it where the evidence does not, with what is missing in the last game', () => {
    const change = ratingOf(26) - ratingOf(25);
    const movement = { before: 25, after: 26, pull: 1, evidence: [0.5, 0.4] };
    const [first = 0, last = 0] = contributionsOf(movement, ratingOf);
    expect(first + last).toBeCloseTo(change, 9);
    expect(first).toBeCloseTo(ratingOf(25.5) - ratingOf(25), 9);
  });

  it('are divided by what each game says', () => {
    const [won = 0, lost = 0] = contributionsOf(
      { before: 25, after: 26, pull: 2, evidence: [1, -0.5] },
      ratingOf,
    );
    expect(won).toBeGreaterThan(0);
    expect(lost).toBeLessThan(0);
    expect(won / -lost).toBeCloseTo(2, 1);
  });

  it('are nothing where the rating stayed', () => {
    const stayed = { before: 25, after: 25, pull: 2, evidence: [-0.2, -0.1] };
    expect(contributionsOf(stayed, ratingOf)).toEqual([0, 0]);
  });
});

describe('what is said of a team', () => {
  it('is the games it won, the share expected and the mean rating of its opponents', () => {
    const skill = (mu: number) => ({ mu, sigma: 3 });
    const [first, second] = explainTeams(
      currentModel,
      [
        [skill(30), skill(20)],
        [skill(25), skill(25)],
      ],
      {
        sport: 'pickleball',
        games: [
          { scores: [11, 6], winScore: 11, winBy: 2 },
          { scores: [7, 11], winScore: 11, winBy: 2 },
          { scores: [8, 8], winScore: 11, winBy: 2 },
        ],
      },
    );
    expect(first).toMatchObject({ gamesWon: 1, gamesPlayed: 3, opponentsRating: 3.5 });
    expect(second).toMatchObject({ gamesWon: 1, gamesPlayed: 3 });
    expect(first?.expectedShare).toBeCloseTo(0.5, 9);
    const mean = (currentModel.ratingOf(30) + currentModel.ratingOf(20)) / 2;
    expect(second?.opponentsRating).toBeCloseTo(mean, 3);
  });
});
