import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readExplanation, writeExplanation } from './explanations.ts';

const thousandths = (min: number, max: number) =>
  fc.integer({ min: min * 1_000, max: max * 1_000 }).map((value) => value / 1_000);

it('an explanation is read as it was stored, to the thousandth', () => {
  fc.assert(
    fc.property(
      fc.record({
        ratingBefore: thousandths(2, 8),
        gamesWon: fc.integer({ min: 0, max: 15 }),
        expectedShare: fc.double({ min: 0, max: 1, noNaN: true }),
        opponentsRating: thousandths(2, 8),
        contributions: fc.array(thousandths(-6, 6), { minLength: 1, maxLength: 15 }),
      }),
      (given) => {
        const explanation = { ...given, gamesPlayed: given.contributions.length };
        const numbers = writeExplanation(explanation);
        // A smallint holds no more.
        for (const number of numbers) expect(Math.abs(number)).toBeLessThan(2 ** 15);
        const { expectedShare, contributions, ...exact } = readExplanation(numbers);
        expect({ ...exact, contributions: contributions.map((move) => move + 0) }).toEqual({
          ratingBefore: given.ratingBefore,
          gamesWon: given.gamesWon,
          gamesPlayed: explanation.gamesPlayed,
          opponentsRating: given.opponentsRating,
          contributions: given.contributions.map((move) => move + 0),
        });
        expect(Math.abs(expectedShare - given.expectedShare)).toBeLessThanOrEqual(0.0005);
      },
    ),
  );
});
